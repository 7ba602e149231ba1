import { booleanOf, type Json, listOf } from './document.js';

/**
 * Converts one schema object of OpenAPI to JSON Schema 2020-12. `keywords` converts the keywords that both have; those
 * specific to 3.0 become their 2020-12 equivalents:
 *
 * - `nullable` adds null to the type and the enumeration; beside a reference or a composition it becomes an
 *   alternative.
 * - `exclusiveMinimum` and `exclusiveMaximum` become numeric limits instead of flags.
 * - Beside `$ref` only `description` and `nullable` count: the specification ignores the rest.
 * - `format: byte` becomes `contentEncoding: base64`.
 *
 * In every version `example` becomes `examples`, and a `oneOf` with a discriminator an `anyOf`: the discriminator
 * selects the alternative, so a value may match several.
 */
export function modernSchema(schema: Json, isOld: boolean, keywords: (schema: Json) => Json): Json {
  const reports = withExamples(anyOfDiscriminated(schema));
  if (!isOld) return keywords(reports);
  if (typeof reports.$ref === 'string') {
    const { $ref, description } = reports;
    const plain = keywords({ $ref, ...(typeof description === 'string' && { description }) });
    return booleanOf(reports.nullable) === true ? orNull(plain) : plain;
  }
  const { nullable, ...rest } = reports;
  const plain = keywords(withLimits(withEncoding(rest)));
  return booleanOf(nullable) === true ? withNull(plain) : plain;
}

function withExamples({ example, ...schema }: Json): Json {
  return example === undefined || schema.examples !== undefined ? schema : { ...schema, examples: [example] };
}

function anyOfDiscriminated(schema: Json): Json {
  if (schema.discriminator === undefined || schema.oneOf === undefined || schema.anyOf !== undefined) return schema;
  const { oneOf, ...rest } = schema;
  return { ...rest, anyOf: oneOf };
}

function withEncoding(schema: Json): Json {
  if (schema.format !== 'byte') return schema;
  const { format: _byte, ...rest } = schema;
  return { ...rest, contentEncoding: 'base64' };
}

function withLimits(schema: Json): Json {
  let limited = schema;
  for (const [exclusive, limit] of limits) {
    const { [exclusive]: declared, ...rest } = limited;
    const isExclusive = booleanOf(declared);
    if (isExclusive === undefined) continue;
    const { [limit]: bound, ...without } = rest;
    limited = isExclusive && bound !== undefined ? { ...without, [exclusive]: bound } : rest;
  }
  return limited;
}

const limits = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

function withNull(schema: Json): Json {
  const composed = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.const;
  if (typeof schema.type !== 'string' || composed !== undefined) return orNull(schema);
  const enumerated = Array.isArray(schema.enum) && !schema.enum.includes(null);
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(enumerated && { enum: [...listOf(schema.enum), null] }),
  };
}

/** The schema, or null. An empty one allows null already. */
const orNull = (schema: Json): Json => {
  const { description, title, ...rest } = schema;
  if (Object.keys(rest).length === 0) return schema;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    anyOf: [rest, { type: 'null' }],
  };
};
