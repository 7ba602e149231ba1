import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { ownShape } from './own-shape.js';
import { SchemaDocument } from './schema-document.js';
import { type ArrayShape, type JsonType, nothing, type ObjectShape, top } from './shape.js';
import { Space } from './space.js';

const shapeOf = (raw: JsonSchema, type: JsonType) =>
  ownShape(new Space(1_000), { raw, document: new SchemaDocument(raw) }, type);
const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const old = { $schema: 'https://json-schema.org/draft/2019-09/schema' };

describe('the conditions of a schema itself', () => {
  it.each<[JsonSchema, JsonType]>([
    [{ type: 'string' }, 'number'],
    [{ type: ['string', 'null'] }, 'object'],
    [{ enum: ['a'] }, 'number'],
    [{ enum: ['a'], const: 'b' }, 'string'],
  ])('%j has no %s', (schema, type) => expect(shapeOf(schema, type)).toBeUndefined());

  it('of an empty schema are none', () => {
    for (const type of ['null', 'boolean', 'number', 'string', 'array'] as const)
      expect(shapeOf({}, type)).toEqual(top(type));
  });

  it.each<[JsonSchema, object]>([
    [
      { minimum: 1, exclusiveMinimum: 1 },
      { min: 1, minOpen: true },
    ],
    [
      { minimum: 2, exclusiveMinimum: 1 },
      { min: 2, minOpen: false },
    ],
    [
      { maximum: 1, exclusiveMaximum: 2 },
      { max: 1, maxOpen: false },
    ],
    [{ type: 'integer', multipleOf: 2 }, { multiples: [1, 2] }],
    [
      { format: 'int32', maximum: 5 },
      { min: -2147483648, max: 5, multiples: [1] },
    ],
    [{ format: 'double' }, { multiples: [] }],
  ])('of numbers: %j', (schema, expected) => expect(shapeOf(schema, 'number')).toMatchObject(expected));

  it('of texts: lengths, patterns and checked formats', () => {
    const shape = shapeOf({ minLength: 1, maxLength: 2, pattern: 'a', format: 'date' }, 'string');
    expect(shape).toMatchObject({ min: 1, max: 2 });
    expect(shape?.atoms.map(({ key }) => key)).toEqual(['pattern a', 'format date']);
    expect(shapeOf({ format: 'unknown' }, 'string')?.atoms).toEqual([]);
  });

  it('of arrays: listed items have another keyword in each dialect', () => {
    const prefix = (schema: JsonSchema) => (shapeOf(schema, 'array') as ArrayShape).prefix.length;
    expect(prefix({ prefixItems: [{}, {}] })).toBe(2);
    expect(prefix({ ...draft7, items: [{}, {}], additionalItems: false })).toBe(2);
    expect(prefix({ ...old, items: [{}] })).toBe(1);
    expect(prefix({ ...draft7, prefixItems: [{}, {}] })).toBe(0);
  });

  it('of arrays: contains with no minimum and no maximum is no condition', () => {
    const contains = (schema: JsonSchema) => (shapeOf(schema, 'array') as ArrayShape).contains.length;
    expect(contains({ contains: {} })).toBe(1);
    expect(contains({ contains: {}, minContains: 0 })).toBe(0);
    expect(contains({ ...draft7, contains: {}, minContains: 0 })).toBe(1);
  });

  it('of objects: required names, patterns and the rest', () => {
    const shape = shapeOf(
      { properties: { a: {} }, required: ['a', 'x'], patternProperties: { '^x': false }, additionalProperties: false },
      'object',
    ) as ObjectShape;
    expect([...shape.properties.keys()]).toEqual(['a', 'x']);
    expect(shape.properties.get('x')).toEqual({ value: nothing, required: true });
    expect(shape.unlisted.map(({ rest }) => rest)).toEqual([nothing]);
    expect(shape.declared).toBe(true);
  });

  it('of objects: dependencies by the dialect', () => {
    const implied = (schema: JsonSchema) => (shapeOf(schema, 'object') as ObjectShape).implied;
    expect(implied({ dependentRequired: { a: ['b', 'c'] } })).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(implied({ ...draft7, dependencies: { a: ['b'], c: {} } })).toEqual([['a', 'b']]);
    expect(shapeOf({ dependencies: { a: ['b'] } }, 'object')?.atoms).toHaveLength(1);
  });

  it('unevaluated members count only where nothing else evaluates them', () => {
    const plain = shapeOf({ unevaluatedProperties: false }, 'object') as ObjectShape;
    expect(plain.unlisted.map(({ rest }) => rest)).toEqual([nothing]);
    const open = shapeOf({ unevaluatedProperties: false, anyOf: [{}] }, 'object') as ObjectShape;
    expect([open.unlisted.length, open.atoms.length]).toEqual([0, 1]);
  });

  it('nullable admits null without certainty', () => {
    expect(shapeOf({ type: 'string', nullable: true }, 'null')?.atoms).toHaveLength(1);
    expect(shapeOf({ type: 'string' }, 'null')).toBeUndefined();
  });
});
