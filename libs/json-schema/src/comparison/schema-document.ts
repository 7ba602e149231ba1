import { dialectOf, type JsonSchema } from '../json-schema.js';

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const single = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const listed = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const named = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];

const rootBase = 'https://document.invalid/schema';

export const isSchemaObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema directly inside a schema, under any keyword. */
export function* schemasInside(schema: JsonSchema): Generator<JsonSchema> {
  for (const keyword of single) {
    const value = schema[keyword];
    if (isSchemaObject(value)) yield value;
  }
  for (const keyword of listed) {
    const value = schema[keyword];
    if (Array.isArray(value)) yield* value.filter(isSchemaObject);
  }
  for (const keyword of named) {
    const value = schema[keyword];
    if (isSchemaObject(value)) yield* Object.values(value).filter(isSchemaObject);
  }
}

/** One schema as published: its dialect, and the targets of its references. References are never fetched. */
export class SchemaDocument {
  readonly root: JsonSchema;
  readonly dialect: '2020-12' | '2019-09' | 'draft-07';
  /** Schemas by URI: resources and their anchors. */
  readonly #targets = new Map<string, JsonSchema>();
  /** The base URI of schemas inside an embedded resource; all others have the root's. */
  readonly #bases = new Map<JsonSchema, string>();
  readonly #rootBase: string;

  constructor(root: JsonSchema) {
    this.root = root;
    this.dialect = dialectOf(root) ?? '2020-12';
    this.#rootBase = this.#baseOf(root, rootBase);
    this.#targets.set(rootBase, root);
    this.#scan();
  }

  /**
   * The schema a reference resolves to from a place in this document; undefined when the document has no such target.
   */
  resolve(reference: string, from: JsonSchema): unknown {
    if (reference === '#' && this.#bases.size === 0) return this.root;
    const base = this.#bases.get(from) ?? this.#rootBase;
    if (!URL.canParse(reference, base)) return undefined;
    const uri = new URL(reference, base);
    const fragment = decoded(uri.hash.slice(1));
    uri.hash = '';
    const resource = this.#targets.get(uri.href);
    if (resource === undefined || fragment === '') return resource;
    return fragment.startsWith('/') ? pointed(resource, fragment) : this.#targets.get(`${uri.href}#${fragment}`);
  }

  #baseOf(schema: JsonSchema, parent: string): string {
    const id = schema.$id;
    const overridden = this.dialect === 'draft-07' && schema.$ref !== undefined && schema !== this.root;
    if (typeof id !== 'string' || id.startsWith('#') || overridden || !URL.canParse(id, parent)) return parent;
    const uri = new URL(id, parent);
    uri.hash = '';
    this.#targets.set(uri.href, schema);
    return uri.href;
  }

  #scan(): void {
    const queue: [JsonSchema, string][] = [[this.root, this.#rootBase]];
    const seen = new Set<JsonSchema>();
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [schema, parent] = next;
      if (seen.has(schema)) continue;
      seen.add(schema);
      const base = schema === this.root ? parent : this.#baseOf(schema, parent);
      if (base !== this.#rootBase) this.#bases.set(schema, base);
      for (const anchor of anchorsOf(schema)) this.#targets.set(`${base}#${anchor}`, schema);
      for (const inner of schemasInside(schema)) queue.push([inner, base]);
    }
  }
}

const anchorsOf = ({ $id, $anchor, $dynamicAnchor }: JsonSchema): string[] => [
  ...[$anchor, $dynamicAnchor].filter((it): it is string => typeof it === 'string'),
  ...(typeof $id === 'string' && $id.startsWith('#') && $id.length > 1 ? [$id.slice(1)] : []),
];

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function pointed(schema: JsonSchema, pointer: string): unknown {
  let place: unknown = schema;
  for (const step of pointer.slice(1).split('/')) {
    if (typeof place !== 'object' || place === null) return undefined;
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(place, key)) return undefined;
    place = (place as Record<string, unknown>)[key];
  }
  return place;
}
