import type { JsonSchema } from '@assay/json-schema';
import { dereferenced, type LooksLeft, manyLooks, type SchemaPart } from './json-types.js';

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
    const next = memberOf(part, step, manyLooks());
    if (next === 'absent' || next === 'unknown') return { kind: next };
    part = { schema: next.schema, root };
    sure &&= next.sure;
  }
  return { kind: 'part', part, sure };
}

type Member = { readonly schema: unknown; readonly sure: boolean } | 'absent' | 'unknown';

/** What a schema says of one member: by itself, by all that it includes (`allOf`), and by its alternatives. */
function memberOf(part: SchemaPart, step: string, left: LooksLeft): Member {
  const schema = dereferenced(part);
  if (schema === false) return 'absent';
  left.count -= 1;
  if (typeof schema !== 'object' || schema === null || left.count < 0) return 'unknown';
  const { allOf, anyOf, oneOf } = schema as JsonSchema;
  const within = (of: unknown): Member => memberOf({ schema: of, root: part.root }, step, left);
  const together = [ownMember(schema as JsonSchema, step), ...listOf(allOf).map(within)];
  for (const alternatives of [anyOf, oneOf])
    if (Array.isArray(alternatives)) together.push(oneOfThem(alternatives.map(within)));
  return allOfThem(together);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All of them hold at once. */
function allOfThem(members: readonly Member[]): Member {
  if (members.includes('absent')) return 'absent';
  const said = members.filter((it) => it !== 'unknown' && it !== 'absent');
  if (said.length < 2) return said[0] ?? 'unknown';
  return { schema: { allOf: said.map((it) => it.schema) }, sure: said.some((it) => it.sure) };
}

/** One of them holds: what only some of them have may be missing. */
function oneOfThem(members: readonly Member[]): Member {
  if (members.includes('unknown')) return 'unknown';
  const said = members.filter((it) => it !== 'unknown' && it !== 'absent');
  if (said.length === 0) return 'absent';
  return {
    schema: { anyOf: said.map((it) => it.schema) },
    sure: said.length === members.length && said.every((it) => it.sure),
  };
}

/** What its own keywords say. */
function ownMember(schema: JsonSchema, step: string): Member {
  const { type, properties, required, items, prefixItems } = schema;
  if (type === 'array') {
    if (!/^(?:0|[1-9]\d*)$/.test(step)) return 'absent';
    const fixed = Array.isArray(prefixItems) ? (prefixItems as unknown[])[Number(step)] : undefined;
    const found = fixed ?? (Array.isArray(items) ? (items as unknown[])[Number(step)] : items);
    return found === undefined ? 'unknown' : { schema: found, sure: false };
  }
  if (type === 'object' || (type === undefined && properties !== undefined)) {
    const known = (properties ?? {}) as Readonly<Record<string, unknown>>;
    if (Object.hasOwn(known, step)) {
      const sure = type === 'object' && Array.isArray(required) && (required as unknown[]).includes(step);
      return { schema: known[step], sure };
    }
    return schema.additionalProperties === false && schema.patternProperties === undefined ? 'absent' : 'unknown';
  }
  return typeof type === 'string' ? 'absent' : 'unknown';
}
