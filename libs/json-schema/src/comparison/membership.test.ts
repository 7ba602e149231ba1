import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileSchema, type JsonSchema } from '../json-schema.js';
import { Meaning } from './meaning.js';
import type { Reading } from './reading.js';
import { SchemaDocument } from './schema-document.js';
import { everything, nothing } from './shape.js';
import { Space } from './space.js';

const accepts = (schema: JsonSchema, value: unknown, reading: Reading = 'strict') => {
  const meaning = new Meaning(new Space(100_000));
  return meaning.accepts(meaning.space.read(schema, new SchemaDocument(schema)), value, reading);
};

const leaf = fc.constantFrom<JsonSchema>(
  { type: 'integer' },
  { type: ['string', 'null'] },
  { enum: [1, 'a', null, [1], { a: 1 }] },
  { minimum: 1, maxLength: 1 },
  { pattern: '^a' },
  { uniqueItems: true, maxItems: 2 },
  { contains: { type: 'string' }, maxContains: 1 },
  { required: ['a'], maxProperties: 1 },
  { propertyNames: { pattern: '^a' } },
  { dependentRequired: { a: ['b'] } },
);
const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ properties: fc.record({ a: tie('schema') }), additionalProperties: tie('schema') }),
    fc.record({ prefixItems: fc.tuple(tie('schema')), items: tie('schema') }),
  ),
}));
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, true, 0, 1, 1.5, '', 'a', 'ab', 'b'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
  ),
}));

describe('membership of a value', () => {
  it('agrees with the validator wherever it is certain', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const answer = accepts(schema, value);
        if (answer !== undefined) expect(answer).toBe(compileSchema(schema)(value).length === 0);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[JsonSchema, unknown, boolean]>([
    [{ enum: ['1'] }, 1, false],
    [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, true],
    [{ maxLength: 1 }, '\u{1f600}', true],
    [{ multipleOf: 0.5 }, 1.5, true],
    [{ contains: { type: 'null' }, minContains: 2 }, [null, 1], false],
    [{ not: { type: 'null' } }, null, false],
    [{ format: 'date' }, 'tomorrow', false],
  ])('of %j: %j is %s', (schema, value, expected) => expect(accepts(schema, value)).toBe(expected));

  it('is certain for the schemas that accept everything and nothing', () => {
    const meaning = new Meaning(new Space(0));
    expect(meaning.accepts(everything, {})).toBe(true);
    expect(meaning.accepts(nothing, {})).toBe(false);
  });

  it('stays open behind a reference without a target', () => {
    expect(accepts({ type: 'string', $ref: '#/$defs/none' }, 'a')).toBeUndefined();
    expect(accepts({ type: 'string', $ref: '#/$defs/none' }, 1)).toBe(false);
  });

  it('depends on how unlisted names are read', () => {
    const schema = { type: 'object', properties: { a: {} }, additionalProperties: false };
    expect(accepts(schema, { b: 1 })).toBe(false);
    expect(accepts(schema, { b: 1 }, 'ignoring')).toBe(true);
    expect(accepts({ type: 'object', properties: { a: {} } }, { b: 1 }, 'named')).toBe(false);
  });
});
