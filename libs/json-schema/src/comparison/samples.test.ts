import { describe, expect, it } from '@jest/globals';
import { compileSchema, type JsonSchema } from '../json-schema.js';
import { Meaning } from './meaning.js';
import { edgeTexts, Samples } from './samples.js';
import { SchemaDocument } from './schema-document.js';
import { nothing, type ObjectShape, top } from './shape.js';
import { Space } from './space.js';

const samplesOf = (schema: JsonSchema) => {
  const meaning = new Meaning(new Space(100_000));
  return new Samples(meaning, 'strict').of(meaning.space.read(schema, new SchemaDocument(schema)));
};

describe('samples of a schema', () => {
  it.each<JsonSchema>([
    { type: 'integer', minimum: 3, multipleOf: 7 },
    { type: 'string', minLength: 3, pattern: '^[a-c]+$' },
    { type: 'string', format: 'uuid' },
    { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } },
    { type: 'array', contains: { const: 'x' }, maxItems: 2 },
    { type: 'object', required: ['a'], properties: { a: { enum: [5] } }, minProperties: 3 },
    { type: 'object', required: ['a'], dependentRequired: { a: ['b'] }, properties: { b: { type: 'null' } } },
    { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false, minProperties: 1 },
    { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false },
  ])('exist, and are accepted by %j', (schema) => {
    const samples = samplesOf(schema);
    expect(samples.length).toBeGreaterThan(0);
    const validate = compileSchema(schema);
    expect(samples.filter((it) => validate(it).length > 0)).toEqual([]);
  });

  it('are of every type that is accepted', () => {
    expect(new Set(samplesOf({ type: ['string', 'null', 'boolean'] }).map((it) => typeof it))).toEqual(
      new Set(['string', 'object', 'boolean']),
    );
  });

  it('do not exist for a schema without an instance', () => {
    expect(samplesOf({ type: 'string', minLength: 2, maxLength: 1 })).toEqual([]);
    expect(new Samples(new Meaning(new Space(0)), 'strict').of(nothing)).toEqual([]);
  });

  it('leave out optional members, or contain all, as asked', () => {
    const meaning = new Meaning(new Space(10_000));
    const schema = { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, required: ['a'] };
    const [shape] = meaning.shapes(meaning.space.read(schema, new SchemaDocument(schema)), 'object');
    const samples = new Samples(meaning, 'strict');
    expect(samples.object(shape as ObjectShape, false)).toEqual({ a: 1 });
    expect(samples.object(shape as ObjectShape, true)).toEqual({ a: 1, b: 2 });
  });
});

it('texts at the edges have each length at and beside the bounds', () => {
  const lengths = new Set([...edgeTexts([{ ...top('string'), min: 4, max: 7 }])].map((it) => it.length));
  for (const length of [0, 3, 4, 7, 8]) expect(lengths).toContain(length);
});
