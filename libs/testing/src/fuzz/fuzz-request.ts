import fc from 'fast-check';
import type { JsonObject, Operation } from './openapi-operations.js';
import { fittingValues } from './schema-values.js';

/** One request as it goes over the wire; nothing may normalise its path or merge its headers. */
export interface FuzzRequest {
  /** `METHOD /template` of the operation it was made for. */
  readonly operation: string;
  readonly method: string;
  /** With query string, percent-encoded as it stands. */
  readonly path: string;
  /** In order; a name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer | undefined;
  /** What is odd about it. */
  readonly describe: string;
}

export interface FuzzSettings {
  readonly document: JsonObject;
  /**
   * Sent with every request, such as a good `authorization`, save where headers are what is odd. Some bodies ask the
   * server to run a command of random letters, so give a key that lacks `hosts:command`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of path parameters that exist, by name, so that some requests reach something. */
  readonly known?: Readonly<Record<string, readonly string[]>>;
  /** Good bodies by `METHOD /template`, where the schema alone does not say enough; oddities are then put into them. */
  readonly examples?: Readonly<Record<string, readonly unknown[]>>;
}

/** A request in parts, before it is put together. */
export interface Parts {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
}

export const jsonType = ['content-type', 'application/json'] as const;

function segments({ template, parameters }: Operation, settings: FuzzSettings): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'path');
  const values = named.map(({ name, schema }) => {
    const made = fittingValues(settings.document, schema).map(
      (value) => encodeURIComponent(String(value).toWellFormed()) || 'x',
    );
    const known = settings.known?.[name];
    return known?.length ? fc.oneof(fc.constantFrom(...known.map(encodeURIComponent)), made) : made;
  });
  return fc
    .tuple(...values)
    .map((drawn) => filled(template, Object.fromEntries(named.map(({ name }, at) => [name, drawn[at] ?? 'x']))));
}

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? 'x') : 'x'));

function queries({ parameters }: Operation, { document }: FuzzSettings): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = named.map(({ name, required, schema }) => {
    const pair = fittingValues(document, schema).map(
      (value) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
    );
    return required ? pair : fc.option(pair, { nil: '' });
  });
  return fc.tuple(...pairs).map((drawn) => drawn.filter(Boolean).join('&'));
}

function bodies({ method, template }: Operation, schema: JsonObject, settings: FuzzSettings): fc.Arbitrary<unknown> {
  const made = fittingValues(settings.document, schema);
  const examples = settings.examples?.[`${method} ${template}`] ?? [];
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), made) : made;
}

/** Everything as the document wants it: where every kind of request begins. */
export function fitting(operation: Operation, settings: FuzzSettings): fc.Arbitrary<Parts> {
  const base = Object.entries(settings.headers ?? {});
  const headers = operation.body ? [...base, jsonType] : base;
  const body = operation.body ? bodies(operation, operation.body, settings) : fc.constant(undefined);
  return fc
    .tuple(segments(operation, settings), queries(operation, settings), body)
    .map(([path, query, drawn]) => ({ method: operation.method, path, query, headers, body: drawn }));
}

const wire = (body: unknown): FuzzRequest['body'] =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);

/** Puts a request together and says what is odd about it. */
export function assembled({ method: own, template }: Operation, parts: Parts, text: string): FuzzRequest {
  const { method, path, query, headers, body } = parts;
  const target = query === '' ? path : `${path}?${query}`;
  const operation = `${own} ${template}`;
  return { operation, method, path: target, headers, body: wire(body), describe: `${operation}: ${text}` };
}
