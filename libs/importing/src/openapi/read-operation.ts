import type { HttpEndpoint } from '@assay/contracts';
import { schemaCaps } from '@assay/json-schema';
import { pointerOf } from '@assay/kernel';
import type { UpstreamTool } from '../upstream.js';
import { baseUrlOf } from './base-url.js';
import { booleanOf, type Json, listOf, type OpenApiDocument, textOf } from './document.js';
import { parametersOf, readParameters } from './parameters.js';
import { References } from './references.js';
import { readBody } from './request-body.js';
import { readOutput } from './responses.js';
import { SchemaBundle } from './schema-bundle.js';
import { readSecurity } from './security.js';
import { tagCapability } from './tag-capability.js';

export type Method = NonNullable<HttpEndpoint['method']>;

/** An operation and its place. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly pathItem: Json;
  readonly operation: Json;
}

/** One operation of a document as a tool. `base` is where the document's own servers are. */
export function readOperation(
  document: OpenApiDocument,
  { path, method, pathItem, operation }: Operation,
  base: string,
) {
  const notes = new Set(brokenRules(document, path, method));
  const references = new References(document.root);
  const { inputSchema, call } = readInput(document.root, { path, method, pathItem, operation }, notes);
  const answers = new SchemaBundle(document.root, 'output', notes);
  const outputSchema = withinCap(method === 'HEAD' ? undefined : readOutput(operation, references, answers), notes);
  if (booleanOf(operation.deprecated) === true) notes.add('The document marks the operation as deprecated.');
  const auth = readSecurity(document.root, operation, references, notes);
  const own = ownAddress(document, pathItem, operation, base, notes);
  const title = textOf(operation.summary)?.slice(0, 200);
  const capabilities = listOf(operation.tags).flatMap((tag) => tagCapability(tag) ?? []);
  const description = describe(
    textOf(operation.summary),
    textOf(operation.description) ?? textOf(pathItem.description),
  );
  const tool: UpstreamTool = {
    name: textOf(operation.operationId) ?? nameOf(method, path),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: hints(method),
    http: { url: `${own}${path}`, method, ...call },
    auth,
    capabilities: [...new Set(capabilities)].slice(0, 32),
    notes: [...notes],
  };
  return tool;
}

function readInput(root: Json, { path, method, pathItem, operation }: Operation, notes: Set<string>) {
  const references = new References(root);
  const bundle = new SchemaBundle(root, 'input', notes);
  const parameters = readParameters(parametersOf(path, pathItem, operation, references), bundle, notes);
  const taken = new Set(parameters.map((it) => it.name));
  const takesBody = method !== 'GET' && method !== 'HEAD';
  if (!takesBody && operation.requestBody !== undefined) notes.add(`The body was skipped: ${method} has none.`);
  const body = takesBody ? readBody(operation, { references, bundle, notes, taken }) : undefined;
  const properties = [...parameters, ...(body?.properties ?? [])];
  const required = properties.filter((it) => it.required).map((it) => it.name);
  const isOpen = body !== undefined && body.whole === undefined;
  const rest = isOpen ? body.additionalProperties : false;
  const inputSchema = bundle.close({
    type: 'object',
    properties: Object.fromEntries(properties.map((it) => [it.name, it.schema])),
    ...(required.length > 0 && { required }),
    ...(rest !== undefined && { additionalProperties: rest }),
  });
  const encodings = properties.filter((it) => Object.keys(it.encoding).length > 0);
  const call = {
    ...(properties.length > 0 && { parameters: Object.fromEntries(properties.map((it) => [it.name, it.place])) }),
    ...(encodings.length > 0 && { encodings: Object.fromEntries(encodings.map((it) => [it.name, it.encoding])) }),
    ...(body?.whole !== undefined && { body: body.whole }),
    ...(body !== undefined && { bodyType: body.bodyType }),
  };
  return { inputSchema, call };
}

/** Where the document breaks the specification in this operation, in what its path shares, or in a component. */
function brokenRules({ problems }: OpenApiDocument, path: string, method: Method): string[] {
  const item = pointerOf(['paths', path]);
  const shared = new Set([`${item}/parameters`, `${item}/servers`]);
  return problems
    .filter(({ path: at }) => {
      const [, , , part = ''] = at.split('/');
      return (
        at.startsWith('/components/') ||
        (at.startsWith(`${item}/`) && (part === method.toLowerCase() || shared.has(`${item}/${part}`)))
      );
    })
    .slice(0, 3)
    .map(({ path: at, message }) => `The document breaks the OpenAPI specification: ${at} ${message}.`);
}

/** An untyped output is better than a tool whose output schema is too large to publish. */
function withinCap(schema: Json | undefined, notes: Set<string>): Json | undefined {
  if (schema === undefined || JSON.stringify(schema).length <= schemaCaps.bytes / 2) return schema;
  notes.add('The schema of the answer is too large to be kept: the output is untyped.');
  return undefined;
}

/** The address of an operation with a server of its own; empty for all others. */
function ownAddress(
  { address, root }: OpenApiDocument,
  pathItem: Json,
  operation: Json,
  base: string,
  notes: Set<string>,
): string {
  const servers = operation.servers ?? pathItem.servers;
  if (listOf(servers).length === 0) return '';
  const own = baseUrlOf(servers, address);
  const documents = baseUrlOf(root.servers, address);
  if (own === undefined) notes.add("The operation's own server is not an http(s) address: the base URL is used.");
  if (own === undefined || own === documents) return '';
  if (new URL(own).origin !== new URL(base).origin)
    notes.add(`The operation has its own server, ${own}: it is called there, without the server's credentials.`);
  return own;
}

/**
 * The effects implied by the method (RFC 9110, section 9.2). Whether POST, PUT and PATCH are destructive is not
 * implied.
 */
function hints(method: Method) {
  const reads = method === 'GET' || method === 'HEAD';
  const repeats = reads || method === 'PUT' || method === 'DELETE';
  const destroys = reads ? { destructiveHint: false } : method === 'DELETE' ? { destructiveHint: true } : {};
  return { readOnlyHint: reads, idempotentHint: repeats, openWorldHint: true, ...destroys };
}

/** Summary and description, without repetition where one starts with the other. */
function describe(summary: string | undefined, description: string | undefined): string | undefined {
  if (summary === undefined || description === undefined) return description ?? summary;
  return description.startsWith(summary) ? description : `${summary}\n\n${description}`;
}

/** A name for an operation without one: `get_orders_id` for `GET /orders/{id}`. */
const nameOf = (method: Method, path: string): string =>
  `${method.toLowerCase()}_${path.replaceAll(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '')}`.replace(/_$/, '');
