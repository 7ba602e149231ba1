import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchema } from '../json-schema.js';
import { aroundSize, complement, withoutImplied } from './complement.js';
import { Meaning } from './meaning.js';
import { SchemaDocument } from './schema-document.js';
import { type JsonType, type Shape, top, typeOf } from './shape.js';
import { Space } from './space.js';

const shapesOf = (schema: JsonSchema, type: JsonType) => {
  const meaning = new Meaning(new Space(100_000));
  const conjunction = meaning.space.read(schema, new SchemaDocument(schema));
  return { meaning, shapes: meaning.shapes(conjunction, type) };
};

const small = fc.integer({ min: -4, max: 4 });
const schemas: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant('number'), minimum: small, exclusiveMaximum: small }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('integer'), enum: fc.uniqueArray(small, { minLength: 1 }) }),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.nat(3), pattern: fc.constant('^a') }),
  fc.record({ type: fc.constant('array'), minItems: fc.nat(2), maxItems: fc.nat(2) }),
  fc.record({
    type: fc.constant('object'),
    properties: fc.constant({ a: { type: 'string' } }),
    required: fc.subarray(['a', 'b']),
  }),
  fc.constant({ const: null }),
  fc.constant({ const: true }),
);
const values = fc.oneof(
  small,
  small.map((it) => it / 2),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 }),
  fc.array(small, { maxLength: 4 }),
  fc.record({ a: fc.oneof(small, fc.constant('a')), b: small }, { requiredKeys: [] }),
  fc.constantFrom(null, true, false),
);

describe('the complement of a shape', () => {
  it('accepts exactly the values of its type that the shape does not', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const { meaning, shapes } = shapesOf(schema, typeOf(value));
        for (const shape of shapes) {
          const outside = complement(meaning.space, shape);
          expect(outside?.some((it) => meaning.fits(it, value))).toBe(!meaning.fits(shape, value));
        }
      }),
    );
  });

  it('is undefined where "some item" or "some other property" cannot be expressed', () => {
    const of = (schema: JsonSchema, type: JsonType) => {
      const { meaning, shapes } = shapesOf(schema, type);
      return complement(meaning.space, shapes[0] as Shape);
    };
    expect(of({ type: 'array', items: { type: 'string' } }, 'array')).toBeUndefined();
    expect(of({ type: 'array', uniqueItems: true }, 'array')).toBeUndefined();
    expect(of({ type: 'object', additionalProperties: { type: 'string' } }, 'object')).toBeUndefined();
    expect(of({ type: 'object', propertyNames: { maxLength: 1 } }, 'object')).toBeUndefined();
    expect(of({ type: 'array', minItems: 1 }, 'array')).toHaveLength(1);
  });

  it('has no sizes around a shape without bounds, nor around a number', () => {
    expect(aroundSize(top('string'))).toEqual([]);
    expect(aroundSize(top('number'))).toEqual([]);
    expect(aroundSize({ ...top('array'), min: 2, max: 3 }).map((it) => [(it as { min: number }).min])).toEqual([
      [0],
      [4],
    ]);
  });

  it('never asks for a property without itself', () => {
    expect(withoutImplied(['a', 'a'])).toEqual([]);
    expect(withoutImplied(['a', 'b'])).toHaveLength(1);
  });
});
