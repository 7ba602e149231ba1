import { type Failure, fail, ok, type Pause, type Result } from '@assay/kernel';
import type { UpstreamListing, UpstreamTool } from '../upstream.js';
import { baseUrlOf } from './base-url.js';
import { isJson, jsonOf, type OpenApiDocument, titleOf } from './document.js';
import { type Method, type Operation, readOperation } from './read-operation.js';
import { brokenReferences, References } from './references.js';

/** Maximum sizes of a document: larger ones must be split. */
export const documentCaps = { operations: 2_000, schemaBytes: 64 * 1_048_576 } as const;

/** Reading an operation takes about a millisecond when it has many references: yields after this many, or so many bytes of schemas. */
const perTurn = { operations: 20, schemaBytes: 65_536 } as const;

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** An API as its document describes it: a tool an operation, and where they are called. */
export interface ApiListing extends UpstreamListing {
  readonly baseUrl: string;
}

/**
 * Reads every operation of a document, with pauses. `baseUrl`, if given, replaces the servers it names. Rejects a
 * document with unresolvable or external references, without an address to call, or above the maximum sizes.
 */
export async function listOperations(
  document: OpenApiDocument,
  pause: Pause,
  baseUrl?: string,
): Promise<Result<ApiListing, Failure>> {
  const { root, address } = document;
  const broken = brokenReferences(root);
  if (broken.length > 0) {
    const [first] = broken;
    return fail(
      'invalid_request',
      `The OpenAPI document has a reference that cannot be followed: ${first?.path} ${first?.message}.`,
      {
        issues: broken,
      },
    );
  }
  const base = baseUrl ?? baseUrlOf(root.servers, address);
  if (base === undefined) return withoutAddress();
  const operations = operationsOf(document);
  if (operations.length > documentCaps.operations)
    return tooLarge(`${operations.length} operations, of which ${documentCaps.operations} can be read in one import`);
  const tools = await readAll(document, operations, base, pause);
  if (tools === undefined) return tooLarge(`schemas of more than ${documentCaps.schemaBytes / 1_048_576} MiB`);
  const version = jsonOf(root.info).version;
  return ok({ name: titleOf(document), version: typeof version === 'string' ? version : '', baseUrl: base, tools });
}

/** Undefined when the schemas, each with everything it refers to, become too large together. */
async function readAll(document: OpenApiDocument, operations: readonly Operation[], base: string, pause: Pause) {
  const tools: UpstreamTool[] = [];
  let bytes = 0;
  let turn = { operations: 0, bytes: 0 };
  for (const operation of operations) {
    if (tools.length - turn.operations >= perTurn.operations || bytes - turn.bytes >= perTurn.schemaBytes) {
      await pause();
      turn = { operations: tools.length, bytes };
    }
    const tool = readOperation(document, operation, base);
    bytes += JSON.stringify([tool.inputSchema, tool.outputSchema]).length;
    if (bytes > documentCaps.schemaBytes) return undefined;
    tools.push(tool);
  }
  return tools;
}

/** Every operation, in the order of the document. TRACE, OPTIONS and the like are no tools. */
function operationsOf({ root }: OpenApiDocument): Operation[] {
  const references = new References(root);
  return Object.entries(jsonOf(root.paths)).flatMap(([path, declared]) => {
    const pathItem = path.startsWith('/') ? references.resolve(declared) : undefined;
    if (pathItem === undefined) return [];
    return methods.flatMap((name) => {
      const operation = pathItem[name];
      return isJson(operation) ? [{ path, method: name.toUpperCase() as Method, pathItem, operation }] : [];
    });
  });
}

const withoutAddress = (): Result<never, Failure> =>
  fail('invalid_request', 'The OpenAPI document names no http(s) address to call: give one as baseUrl.', {
    issues: [{ path: '/source/openapi/baseUrl', message: 'is needed: the document names no http(s) server' }],
  });

const tooLarge = (what: string): Result<never, Failure> =>
  fail('invalid_request', `The OpenAPI document has ${what}: split it into several.`, {
    issues: [{ path: '/source/openapi', message: `has ${what}` }],
  });
