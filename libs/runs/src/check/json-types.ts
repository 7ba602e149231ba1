import type { JsonSchema } from '@assay/json-schema';

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const all: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** References within references, and keywords within keywords, below which a schema is taken to allow anything. */
const depthCap = 32;

/** Schemas that are looked at for one answer: alternatives of alternatives that lead back to themselves have no end. */
const maxLookedAt = 1_000;

/** What is left of them. */
export interface LooksLeft {
  count: number;
}

export const manyLooks = (): LooksLeft => ({ count: maxLookedAt });

/** A part of a schema, and the document its references lead into. */
export interface SchemaPart {
  readonly schema: unknown;
  readonly root: JsonSchema;
}

/** What a schema surely excludes is absent: the kinds of JSON that it may allow. Integers are numbers here. */
export const typesOf = ({ schema, root }: SchemaPart): ReadonlySet<JsonType> =>
  new Set(read(schema, root, depthCap, manyLooks()));

function read(schema: unknown, root: JsonSchema, depth: number, left: LooksLeft): readonly JsonType[] {
  if (schema === false) return [];
  left.count -= 1;
  if (typeof schema !== 'object' || schema === null || depth === 0 || left.count < 0) return all;
  const { type, enum: values, const: only, anyOf, oneOf, allOf, $ref, nullable } = schema as Record<string, unknown>;
  const sets: (readonly JsonType[])[] = [];
  if (type !== undefined) sets.push(declared(type, nullable === true));
  if (Array.isArray(values)) sets.push(values.map(typeOfValue));
  if ('const' in schema) sets.push([typeOfValue(only)]);
  for (const some of [anyOf, oneOf])
    if (Array.isArray(some)) sets.push(some.flatMap((it: unknown) => read(it, root, depth - 1, left)));
  if (Array.isArray(allOf)) for (const it of allOf as unknown[]) sets.push(read(it, root, depth - 1, left));
  if (typeof $ref === 'string') sets.push(read(resolved($ref, root), root, depth - 1, left));
  return sets.reduce<readonly JsonType[]>((left, set) => left.filter((it) => set.includes(it)), all);
}

const declared = (type: unknown, orNull: boolean): readonly JsonType[] => {
  const names = (Array.isArray(type) ? type : [type]).map((it) => (it === 'integer' ? 'number' : it));
  return all.filter((it) => names.includes(it) || (orNull && it === 'null'));
};

export function typeOfValue(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'boolean' || kind === 'number' || kind === 'string' ? kind : 'object';
}

/** A local reference; anything for one that leads elsewhere or nowhere. */
function resolved(reference: string, root: JsonSchema): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return true;
  let at: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return true;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** The schema a local reference resolves to, through references to references. */
export function dereferenced({ schema, root }: SchemaPart): unknown {
  let at = schema;
  for (let hops = 0; hops < depthCap; hops += 1) {
    if (typeof at !== 'object' || at === null) return at;
    const { $ref, ...beside } = at as Record<string, unknown>;
    if (typeof $ref !== 'string' || Object.keys(beside).some((key) => !isAnnotation.has(key))) return at;
    at = resolved($ref, root);
  }
  return true;
}

const isAnnotation: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', '$comment', '$schema', '$defs', 'definitions'],
]);
