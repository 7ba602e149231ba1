import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { Meaning } from './meaning.js';
import { SchemaDocument } from './schema-document.js';
import { everything, type JsonType, nothing, type ObjectShape, top } from './shape.js';
import { Space } from './space.js';

const read = (schema: JsonSchema) => {
  const meaning = new Meaning(new Space(100_000));
  return { meaning, conjunction: meaning.space.read(schema, new SchemaDocument(schema)) };
};
const isEmpty = (schema: JsonSchema) => {
  const { meaning, conjunction } = read(schema);
  return meaning.isEmpty(conjunction);
};
const shapesOf = (schema: JsonSchema, type: JsonType) => {
  const { meaning, conjunction } = read(schema);
  return meaning.shapes(conjunction, type);
};

describe('the meaning of a schema', () => {
  it.each<JsonSchema>([
    { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 },
    { type: 'string', minLength: 2, maxLength: 1 },
    { type: 'array', minItems: 1, items: false },
    { type: 'object', required: ['a'], properties: { a: false } },
    { type: 'object', required: ['a', 'b'], maxProperties: 1 },
    { type: 'object', required: ['abc'], propertyNames: { maxLength: 2 } },
    { enum: ['a'], type: 'number' },
    { allOf: [{ const: 1 }, { const: 2 }] },
    { not: {} },
  ])('is empty for %j', (schema) => expect(isEmpty(schema)).toBe(true));

  it.each<JsonSchema>([
    {},
    { type: 'integer', minimum: 1, maximum: 1 },
    { type: 'array', items: false },
    { type: 'object', properties: { a: false } },
    { type: 'object', properties: { next: { $ref: '#' } } },
  ])('is not empty for %j', (schema) => expect(isEmpty(schema)).toBe(false));

  it('is empty for nothing only', () => {
    const meaning = new Meaning(new Space(10));
    expect([meaning.isEmpty(nothing), meaning.isEmpty(everything)]).toEqual([true, false]);
  });

  it('lists few integers as values', () => {
    expect(shapesOf({ type: 'integer', minimum: 1, maximum: 3 }, 'number')).toEqual([
      { ...top('number'), values: [1, 2, 3] },
    ]);
    expect(shapesOf({ type: 'integer', minimum: 1, maximum: 1_000 }, 'number')[0]?.values).toBeUndefined();
  });

  it('drops listed values that other keywords refuse', () => {
    expect(shapesOf({ enum: ['a', 'bb'], maxLength: 1 }, 'string')).toEqual([{ ...top('string'), values: ['a'] }]);
  });

  it('has no shape of another type', () => {
    expect(shapesOf({ type: 'string' }, 'number')).toEqual([]);
    expect(shapesOf({ type: 'integer' }, 'number')).toHaveLength(1);
  });

  it('requires what a required property needs', () => {
    const [shape] = shapesOf({ type: 'object', required: ['a'], dependentRequired: { a: ['b'], b: ['c'] } }, 'object');
    expect([...(shape as ObjectShape).properties].filter(([, it]) => it.required).map(([name]) => name)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect((shape as ObjectShape).min).toBe(3);
  });

  it('knows the names that a schema mentions', () => {
    const { meaning, conjunction } = read({ properties: { a: {} }, required: ['b'] });
    expect([...meaning.names(conjunction)].sort()).toEqual(['a', 'b']);
  });

  it('closes objects that list names when they are read as named', () => {
    const { meaning, conjunction } = read({ type: 'object', properties: { a: {} } });
    const [strict] = meaning.shapes(conjunction, 'object') as ObjectShape[];
    const [named] = meaning.shapes(conjunction, 'object', 'named') as ObjectShape[];
    expect(meaning.valueAt(strict as ObjectShape, 'b')).toBe(everything);
    expect(meaning.valueAt(named as ObjectShape, 'b')).toBe(nothing);
  });
});
