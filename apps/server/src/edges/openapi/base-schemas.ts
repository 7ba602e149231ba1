import type { Json } from './json.js';

/** An object schema that others may extend: it allows members that it does not name. */
interface ObjectSchema {
  readonly name: string;
  /** Each property as `"name":schema`, so that equal ones are found quickly. */
  readonly properties: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly bytes: number;
}

/** A reference must save more than this, or else a schema is easier to read whole. */
const minSavedBytes = 250;

/**
 * Describes a schema that has all properties of another as an extension of it: `Entry` is a `Manifest` with more
 * members. Documents and generated types then say the shared part once.
 */
export function withBases(components: Record<string, Json>): Record<string, Json> {
  const objects = Object.entries(components).flatMap(([name, schema]) => objectSchema(name, schema));
  const largestFirst = [...objects].sort((a, b) => b.bytes - a.bytes);
  const extended = { ...components };
  for (const object of objects) {
    const base = largestFirst.find((it) => extendsBase(object, it));
    if (base !== undefined) extended[object.name] = extension(components[object.name] as Json, base);
  }
  return extended;
}

function objectSchema(name: string, schema: Json): ObjectSchema[] {
  const { type, properties, required = [], ...rest } = schema;
  if (type !== 'object' || properties === undefined || Object.keys(rest).length > 0) return [];
  const texts = Object.entries(properties as Json).map(([key, it]) => JSON.stringify({ [key]: it }));
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  return [{ name, properties: new Set(texts), required: new Set(required as string[]), bytes }];
}

function extendsBase(object: ObjectSchema, base: ObjectSchema): boolean {
  return (
    base.bytes >= minSavedBytes &&
    base.properties.size < object.properties.size &&
    [...base.properties].every((it) => object.properties.has(it)) &&
    [...base.required].every((it) => object.required.has(it))
  );
}

function extension({ properties, required = [] }: Json, base: ObjectSchema): Json {
  const own = Object.entries(properties as Json).filter(
    ([key, it]) => !base.properties.has(JSON.stringify({ [key]: it })),
  );
  const ownRequired = (required as string[]).filter((it) => !base.required.has(it));
  return {
    allOf: [
      { $ref: `#/components/schemas/${base.name}` },
      { type: 'object', properties: Object.fromEntries(own), ...(ownRequired.length > 0 && { required: ownRequired }) },
    ],
  };
}
