import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { Inclusion } from './inclusion.js';
import { Meaning } from './meaning.js';
import { objectFit } from './object-fit.js';
import type { Relation } from './relation.js';
import { Samples } from './samples.js';
import { SchemaDocument } from './schema-document.js';
import type { ObjectShape } from './shape.js';
import { Space } from './space.js';

const fit = (giver: JsonSchema, taker: JsonSchema, relation: Relation = 'strict') => {
  const meaning = new Meaning(new Space(100_000));
  const inclusion = new Inclusion(meaning, relation, undefined);
  const shapeOf = (schema: JsonSchema) =>
    meaning.shapes(
      meaning.space.read({ type: 'object', ...schema }, new SchemaDocument({ $defs: {} })),
      'object',
    )[0] as ObjectShape;
  const samples = new Samples(meaning, 'strict');
  const decide = inclusion.decide.bind(inclusion);
  return objectFit({ meaning, relation, samples, decide }, shapeOf(giver), shapeOf(taker));
};
const text = { type: 'string' };
const closed = { additionalProperties: false };

describe('the fit of one object shape into another', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['a narrower property', { properties: { a: { const: 'x' } } }, { properties: { a: text } }],
    ['a required property', { properties: { a: text }, required: ['a'] }, { properties: { a: text } }],
    ['a closed object', { properties: { a: text }, ...closed }, { properties: { a: text } }],
    ['narrower other members', { additionalProperties: text }, { additionalProperties: { type: ['string', 'null'] } }],
    ['narrower members by pattern', { patternProperties: { '^a': false } }, { patternProperties: { '^a': text } }],
    ['a required dependency', { required: ['b'] }, { dependentRequired: { a: ['b'] } }],
    ['a higher minimum', { minProperties: 2 }, { minProperties: 1 }],
    ['narrower names', { propertyNames: { maxLength: 1 } }, { propertyNames: { maxLength: 2 } }],
    ['a closed object in a maximum', { properties: { a: {} }, ...closed }, { maxProperties: 1 }],
  ])('%s fits, and not in reverse', (_, giver, taker) => {
    expect(fit(giver, taker)).toEqual({ holds: true, hints: [] });
    expect(fit(taker, giver).holds).toBe(false);
  });

  it.each<[JsonSchema, JsonSchema, unknown]>([
    [{ properties: { a: text } }, { properties: { a: { type: 'string', maxLength: 0 } } }, { a: 'a' }],
    [{ properties: { a: text } }, { properties: { a: text }, required: ['a'] }, {}],
    [{}, { ...closed }, { 'any-other-0': null }],
  ])('%j does not fit %j: it hints at a counter-example', (giver, taker, hint) => {
    const { holds, hints } = fit(giver, taker);
    expect(holds).toBe(false);
    expect(hints).toContainEqual(hint);
  });

  it('a property that the taker does not list matters in the strict relation only', () => {
    const giver = { properties: { a: text, b: text }, ...closed };
    const taker = { properties: { a: text }, additionalProperties: { type: 'null' } };
    expect(fit(giver, taker).holds).toBe(false);
    const open = { properties: { a: text } };
    expect(fit(giver, open).holds).toBe(true);
    expect(fit(giver, { ...open, ...closed }).holds).toBe(false);
    expect(fit({ ...giver }, { ...open }, 'projected').holds).toBe(true);
  });
});
