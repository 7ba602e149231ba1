import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchema } from '../json-schema.js';
import { Inclusion } from './inclusion.js';
import { Meaning } from './meaning.js';
import { remainder } from './remainder.js';
import { SchemaDocument } from './schema-document.js';
import { type JsonType, type Shape, typeOf } from './shape.js';
import { Space } from './space.js';

const subtract = (schema: JsonSchema, other: JsonSchema, type: JsonType) => {
  const meaning = new Meaning(new Space(1_000_000));
  const inclusion = new Inclusion(meaning, 'strict', undefined);
  const shapeOf = (it: JsonSchema) => meaning.shapes(meaning.space.read(it, new SchemaDocument(it)), type)[0];
  const [shape, less] = [shapeOf(schema), shapeOf(other)];
  if (shape === undefined || less === undefined) return undefined;
  const context = { meaning, taker: 'strict', decide: inclusion.decide.bind(inclusion) } as const;
  return { meaning, shape, less, parts: remainder(context, shape, less) };
};

const small = fc.integer({ min: -3, max: 3 });
const inner = fc.constantFrom<JsonSchema>({ type: 'integer' }, { enum: [1, 'a'] }, { type: ['integer', 'string'] }, {});
const schemas = fc.record<JsonSchema>(
  {
    minimum: small,
    maximum: small,
    maxLength: fc.nat(2),
    pattern: fc.constantFrom('^a', 'b$'),
    maxItems: fc.nat(2),
    items: inner,
    uniqueItems: fc.boolean(),
    properties: fc.dictionary(fc.constantFrom('a', 'b'), inner),
    additionalProperties: inner,
    required: fc.subarray(['a', 'b']),
    dependentRequired: fc.constantFrom({}, { a: ['b'] }),
  },
  { requiredKeys: [] },
);
const leaf = fc.oneof(small, fc.constantFrom('a', 'b', null));
const values = fc.oneof(
  small,
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }),
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf),
);

describe('the remainder of a shape', () => {
  it('never loses an instance that only the shape accepts', () => {
    fc.assert(
      fc.property(schemas, schemas, values, (schema, other, value) => {
        const result = subtract(schema, other, typeOf(value));
        fc.pre(result !== undefined);
        const { meaning, shape, less, parts } = result as NonNullable<typeof result>;
        fc.pre(meaning.fits(shape, value) === true && meaning.fits(less, value) === false);
        expect(parts.some((it) => meaning.fits(it, value) !== false)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[JsonSchema, JsonSchema, JsonType]>([
    [{ minimum: 1, maximum: 2 }, { minimum: 0, maximum: 3 }, 'number'],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'string'],
    [{ items: { type: 'integer' } }, { items: { type: 'number' } }, 'array'],
    [{ properties: { a: { const: 1 } }, required: ['a'] }, { properties: { a: { type: 'number' } } }, 'object'],
  ])('of %j without %j is empty', (schema, other, type) => {
    expect(subtract(schema, other, type)?.parts).toEqual([]);
  });

  it('is exact for numbers and values', () => {
    const ends = subtract({ type: 'number' }, { minimum: 0, maximum: 9 }, 'number')?.parts;
    expect(ends?.map((it) => (it as Shape & { min: number; max: number }).min)).toEqual([Number.NEGATIVE_INFINITY, 9]);
    expect(subtract({ enum: ['a', 'b'] }, { enum: ['a'] }, 'string')?.parts.map((it) => it.values)).toEqual([['b']]);
  });
});
