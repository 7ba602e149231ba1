import { itemOfPage, schemaNames } from '@assay/contracts';
import { z } from 'zod';
import { withBases } from './base-schemas.js';
import type { Json } from './json.js';

/** Whether a schema describes what clients send or what they receive. */
type Direction = 'input' | 'output';

const prefix = '#/components/schemas/';

/** Zod's own notes on schemas (descriptions, examples), and the name of a shared component. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const notes = z.globalRegistry.get(schema);
    const id = componentName(schema as z.ZodType);
    return id === undefined ? notes : { ...notes, id };
  }
  override has(schema: z.core.$ZodType): boolean {
    return this.get(schema) !== undefined;
  }
}

/** `Entry` for the schema of an entry, `EntryPage` for a page of them; undefined for schemas that are written in place. */
function componentName(schema: z.ZodType): string | undefined {
  const item = itemOfPage(schema);
  if (item === undefined) return schemaNames.get(schema);
  const name = componentName(item);
  return name && `${name}Page`;
}

const named = new NamedSchemas();

interface Converted {
  /** Each schema, with references to components. */
  readonly schemas: ReadonlyMap<z.ZodType, Json>;
  readonly components: Readonly<Record<string, Json>>;
}

/** Converts the schemas of one direction together, so that what they share becomes a component once. */
function convert(schemas: readonly z.ZodType[], io: Direction): Converted {
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [`s${index}`, schema])));
  const { properties = {}, $defs = {} } = z.toJSONSchema(all, {
    io,
    unrepresentable: 'any',
    metadata: named,
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as { properties?: Record<string, Json>; $defs?: Record<string, Json> };
  return {
    schemas: new Map(schemas.map((schema, index) => [schema, properties[`s${index}`] as Json])),
    components: $defs,
  };
}

/**
 * Drops what a reader gains nothing from: the pattern of a named format, that the names of members are texts, the bounds
 * of a double's integers, the type of listed values, and that there are no other members: the document says once that
 * requests with others are rejected, and clients ignore members that a newer server adds to an answer.
 */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  mergeNull(schema);
  if (schema.enum !== undefined) delete schema.type;
}

/** A value or null as one schema: with two types, or with null among its values. */
function mergeNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, none, ...more] = schema.anyOf ?? [];
  if (typeof value !== 'object' || typeof none !== 'object' || more.length > 0) return;
  if (Object.keys(none).length !== 1 || none.type !== 'null') return;
  if (value.enum !== undefined) Object.assign(schema, value, { enum: [...value.enum, null] });
  else if (scalars.has(String(value.type))) Object.assign(schema, value, { type: [value.type, 'null'] });
  else return;
  delete schema.anyOf;
}

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** Replaces each `$ref` to a definition by one to a component, under the name that `rename` gives it. */
function refer(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((it) => refer(it, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, prefix + rename(member.slice(member.lastIndexOf('/') + 1))]
        : [key, refer(member, rename)],
    ),
  );
}

/** The schemas of a document: what clients send, what they receive, and the components both refer to. */
export interface DocumentSchemas {
  sent(schema: z.ZodType): Json;
  received(schema: z.ZodType): Json;
  readonly components: Record<string, Json>;
}

/**
 * Describes `sent` and `received` in JSON Schema. A component that reads differently in the two directions, because of
 * defaults, is named `…Request` where it is sent.
 */
export function documentSchemas(sent: readonly z.ZodType[], received: readonly z.ZodType[]): DocumentSchemas {
  const inputs = convert(sent, 'input');
  const outputs = convert(received, 'output');
  const differs = differingNames(inputs.components, outputs.components);
  const inputName = (name: string) => (differs.has(name) ? `${name}Request` : name);
  const asInput = (schema: unknown) => refer(schema, inputName) as Json;
  const asOutput = (schema: unknown) => refer(schema, (name) => name) as Json;
  const sentComponents = Object.fromEntries(
    Object.entries(inputs.components).map(([name, schema]) => [inputName(name), asInput(schema)]),
  );
  const receivedComponents = Object.fromEntries(
    Object.entries(outputs.components).map(([name, schema]) => [name, asOutput(schema)]),
  );
  const both = Object.entries({ ...sentComponents, ...receivedComponents });
  return {
    sent: (schema) => asInput(inputs.schemas.get(schema)),
    received: (schema) => asOutput(outputs.schemas.get(schema)),
    components: withBases(Object.fromEntries(both.sort(([a], [b]) => (a < b ? -1 : 1)))),
  };
}

/** Names of components that differ by direction, themselves or through a component they refer to. */
function differingNames(inputs: Record<string, Json>, outputs: Record<string, Json>): ReadonlySet<string> {
  const both = Object.keys(inputs).filter((name) => name in outputs);
  const differing = new Set(both.filter((name) => JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name])));
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const name of both) if (refersTo(inputs[name], differing)) differing.add(name);
  }
  return differing;
}

const refersTo = (schema: unknown, names: ReadonlySet<string>): boolean =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].some(([, name = '']) => names.has(name));
