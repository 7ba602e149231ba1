import { expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { namesOf } from './names.js';
import { SchemaDocument } from './schema-document.js';
import { Space } from './space.js';

const namesIn = (schema: JsonSchema): string[] => {
  const space = new Space(100);
  return [...namesOf(space, space.read(schema, new SchemaDocument(schema)))].sort();
};
const listing = (name: string): JsonSchema => ({ properties: { [name]: {} } });
const conditional = Object.fromEntries([
  ['if', listing('a')],
  ['then', listing('b')],
  ['else', listing('c')],
]);

it.each<[string, JsonSchema, string[]]>([
  ['properties and required', { properties: { a: {} }, required: ['b'] }, ['a', 'b']],
  ['dependencies', { dependentRequired: { a: ['b'] }, dependentSchemas: { c: listing('d') } }, ['a', 'b', 'c', 'd']],
  ['every branch', { allOf: [listing('a')], anyOf: [listing('b')], oneOf: [listing('c')] }, ['a', 'b', 'c']],
  ['negations and conditions', { not: listing('d'), ...conditional }, ['a', 'b', 'c', 'd']],
  ['references', { $ref: '#/$defs/a', $defs: { a: listing('a') } }, ['a']],
  ['a schema that refers to itself', { anyOf: [{ $ref: '#' }, listing('a')] }, ['a']],
])('names are found in %s', (_, schema, names) => expect(namesIn(schema)).toEqual(names));

it('names of members, of items and of patterns belong to other levels', () => {
  const inner = listing('inner');
  expect(namesIn({ properties: { a: inner }, items: inner, patternProperties: { '^b': inner } })).toEqual(['a']);
});
