import type { JsonSchema } from '../../catalog/json-schema.js';
import { dereferenced, type SchemaPart } from './json-types.js';

/** What a schema says of the value at a path. */
export type Found =
  /** Its schema; `sure` when every instance has a value there. */
  | { readonly kind: 'part'; readonly part: SchemaPart; readonly sure: boolean }
  /** Nothing is said of it. */
  | { readonly kind: 'unknown' }
  /** No instance has a value there. */
  | { readonly kind: 'absent' };

/** Follows a path of members and positions into a schema, as `follow` does into a value. */
export function schemaAt(root: JsonSchema, path: readonly string[]): Found {
  let part: SchemaPart = { schema: root, root };
  let sure = true;
  for (const step of path) {
    const schema = dereferenced(part);
    if (schema === false) return { kind: 'absent' };
    if (typeof schema !== 'object' || schema === null) return { kind: 'unknown' };
    const next = memberOf(schema as JsonSchema, step);
    if (next === undefined) return { kind: 'unknown' };
    if (next === null) return { kind: 'absent' };
    part = { schema: next.schema, root };
    sure &&= next.sure;
  }
  return { kind: 'part', part, sure };
}

/** Undefined when the schema does not say; null when there can be no such member. */
function memberOf(schema: JsonSchema, step: string): { schema: unknown; sure: boolean } | undefined | null {
  const { type, properties, required, items, prefixItems } = schema;
  if (type === 'array') {
    if (!/^(?:0|[1-9]\d*)$/.test(step)) return null;
    const fixed = Array.isArray(prefixItems) ? (prefixItems as unknown[])[Number(step)] : undefined;
    const found = fixed ?? (Array.isArray(items) ? (items as unknown[])[Number(step)] : items);
    return found === undefined ? undefined : { schema: found, sure: false };
  }
  if (type === 'object' || (type === undefined && properties !== undefined)) {
    const known = (properties ?? {}) as Readonly<Record<string, unknown>>;
    if (Object.hasOwn(known, step)) {
      const sure = type === 'object' && Array.isArray(required) && (required as unknown[]).includes(step);
      return { schema: known[step], sure };
    }
    return schema.additionalProperties === false && schema.patternProperties === undefined ? null : undefined;
  }
  return typeof type === 'string' ? null : undefined;
}
