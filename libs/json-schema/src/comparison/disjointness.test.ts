import { expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { Disjointness } from './disjointness.js';
import { Expansion } from './expansion.js';
import { SchemaDocument } from './schema-document.js';
import type { JsonType } from './shape.js';
import { Space } from './space.js';

const areApart = (type: JsonType, ...parts: JsonSchema[]): boolean => {
  const space = new Space(100_000);
  const expansion = new Expansion(space);
  const document = new SchemaDocument({ $defs: parts });
  const all = parts.map((it) => expansion.of(space.read(it, document), type));
  return new Disjointness(space, (conjunction, of) => expansion.of(conjunction, of)).areApart(all);
};
const tagged = (tag: string, required = ['tag']): JsonSchema => ({ properties: { tag: { const: tag } }, required });

it.each<[JsonType, JsonSchema, JsonSchema, boolean]>([
  ['number', { maximum: 1 }, { minimum: 2 }, true],
  ['number', { maximum: 1 }, { minimum: 1 }, false],
  ['number', { exclusiveMaximum: 1 }, { minimum: 1 }, true],
  ['string', { maxLength: 1 }, { minLength: 2 }, true],
  ['string', { pattern: '^a' }, { pattern: '^b' }, false],
  ['string', { enum: ['a'] }, { enum: ['b'] }, true],
  ['array', { maxItems: 1 }, { minItems: 2 }, true],
  ['object', tagged('a'), tagged('b'), true],
  ['object', tagged('a'), tagged('a'), false],
  ['object', tagged('a'), tagged('b', []), true],
  ['object', tagged('a', []), tagged('b', []), false],
  ['object', { required: ['a'] }, { properties: { a: false } }, true],
])('of %s: %j and %j are apart: %s', (type, one, other, expected) => {
  expect(areApart(type, one, other)).toBe(expected);
  expect(areApart(type, other, one)).toBe(expected);
});

it('many parts are apart only by a tag', () => {
  const many = Array.from({ length: 40 }, (_, i) => i);
  expect(areApart('object', ...many.map((i) => tagged(`t${i}`)))).toBe(true);
  expect(areApart('object', ...many.map((i) => tagged(`t${i % 39}`)))).toBe(false);
  expect(areApart('number', ...many.map((i) => ({ minimum: i, maximum: i })))).toBe(false);
  expect(areApart('number', ...many.slice(0, 16).map((i) => ({ minimum: i, maximum: i })))).toBe(true);
});
