import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Asked } from '../web-services.fixture.js';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly query: { readonly properties: Readonly<Record<string, Schema>>; readonly required?: readonly string[] };
  readonly body?: Schema;
}

const file = new URL('./published-operations.json', import.meta.url);
const { operations } = JSON.parse(readFileSync(file, 'utf8')) as { readonly operations: readonly Operation[] };
const documented = new Set(operations.map((it) => it.service));

/** Forms and queries carry texts. */
const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, validateFormats: false });
const problemsOf = (schema: Schema, value: unknown, place: string): string[] => {
  const validate = ajv.compile(schema);
  if (validate(structuredClone(value))) return [];
  return (validate.errors ?? []).map((it) => `${place}${it.instancePath} ${it.message}`);
};

/** Names that the document does not list are typing errors, although most documents would let them pass. */
function unknownNames(schema: Schema, value: unknown, place: string): string[] {
  const { properties, additionalProperties } = schema as { properties?: Schema; additionalProperties?: unknown };
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (properties === undefined || isOpen || typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((it) =>
    Object.hasOwn(properties, it) ? [] : [`${place}/${it} is not documented`],
  );
}

const matches = (template: string, path: string): boolean => {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((it, at) => (it.startsWith('{') ? given[at] !== '' : it === given[at]))
  );
};

/** Slack takes the parameters of every method in a query or in a form. */
const isMethod = ({ service, method }: Operation, asked: Asked): boolean =>
  service === 'slack' || method === asked.method;

/** What a request has wrong by the service's published OpenAPI document; null where there is no document. */
export function publishedProblems({ path: asked, ...request }: Asked): readonly string[] | null {
  const [, service = ''] = asked.split('/');
  if (!documented.has(service)) return null;
  const { pathname, searchParams } = new URL(asked.slice(service.length + 1), 'http://service');
  const found = operations.find(
    (it) => it.service === service && matches(it.path, pathname) && isMethod(it, { path: asked, ...request }),
  );
  if (found === undefined) return [`${request.method} ${pathname} is not documented`];
  const isForm = request.headers['content-type']?.includes('urlencoded') === true;
  const isRead = found.method === 'GET' && isForm;
  // The token is sent as a header.
  const required = (found.query.required ?? []).filter((it) => it !== 'token');
  const query: Schema = { type: 'object', properties: found.query.properties, required };
  const parameters = isRead ? request.body : Object.fromEntries(searchParams);
  const body = isRead ? undefined : found.body;
  return [
    ...problemsOf(query, parameters, 'query'),
    ...unknownNames(query, parameters, 'query'),
    ...(body === undefined
      ? []
      : [...problemsOf(body, request.body, 'body'), ...unknownNames(body, request.body, 'body')]),
  ];
}
