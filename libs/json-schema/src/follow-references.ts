import type { JsonSchema } from './json-schema.js';

const maxHops = 16;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema that local references resolve to; undefined when the target is missing or the references form a cycle. */
export function followReferences(root: JsonSchema, given: unknown): JsonSchema | undefined {
  let schema = given;
  for (let hops = 0; hops < maxHops && isObject(schema); hops += 1) {
    if (typeof schema.$ref !== 'string') return schema;
    schema = schema.$ref.startsWith('#') ? at(root, schema.$ref.slice(1)) : undefined;
  }
  return undefined;
}

/** Resolves the JSON pointer in a URI's fragment within a document. */
function at(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!(isObject(value) || Array.isArray(value)) || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
