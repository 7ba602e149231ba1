import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { schemaDifferences } from './schema-differences.js';
import { SchemaPair } from './schema-pair.js';

const text = { type: 'string' };
const object = (properties: object, more: object = {}): JsonSchema => ({ type: 'object', properties, ...more });
const reportOf = (role: 'input' | 'output', older: JsonSchema, newer: JsonSchema): string[] =>
  schemaDifferences(new SchemaPair(older, newer), role).map(
    ({ kind, path, message }) => `${kind} ${path.replace(`/${role}Schema`, '')}: ${message}`,
  );

// older, newer, as input, as output
const rows: Record<string, [JsonSchema, JsonSchema, string[], string[]]> = {
  'a bound': [
    object({ a: { type: 'integer', maximum: 9 } }),
    object({ a: { type: 'integer', maximum: 5 } }),
    ['breaking /properties/a/maximum: maximum is 5, it was 9: what was accepted no longer is, such as 9.'],
    ['additive /properties/a/maximum: maximum is 5, it was 9: less is given than before.'],
  ],
  'values of an enum': [
    object({ a: { enum: ['x', 'y'] } }),
    object({ a: { enum: ['y', 'z'] } }),
    ['breaking /properties/a/enum: The input now allows "z" and no longer allows "x".'],
    ['breaking /properties/a/enum: The output now allows "z" and no longer allows "x".'],
  ],
  'a type': [
    object({ 'a/b': text }),
    object({ 'a/b': { type: ['string', 'null'] } }),
    ['additive /properties/a~1b/type: The input now may be "null".'],
    ['breaking /properties/a~1b/type: The output now may be "null".'],
  ],
  'a property less': [
    object({ a: text, b: text }, { required: ['b'] }),
    object({ a: text }),
    [
      'breaking /properties/b: The property is no longer part of the input: whatever callers put there would be refused or ignored.',
    ],
    ['breaking /properties/b: The property was always in the answer and no longer is.'],
  ],
  'a property more': [
    object({ a: text }),
    object({ a: text, b: text }, { required: ['b'] }),
    ['breaking /properties/b: The property is new and required: calls that were right so far do not have it.'],
    ['additive /properties/b: The property is new and always in the answer.'],
  ],
  'what is required': [
    object({ a: text, b: text }, { required: ['a'] }),
    object({ a: text, b: text }, { required: ['b'] }),
    ['breaking /required: The input now asks for "b" and no longer asks for "a".'],
    ['breaking /required: The output now always has "b" and no longer always has "a".'],
  ],
  'what only reads differently': [
    object({ a: { type: ['string', 'null'] } }),
    object({ a: { anyOf: [text, { type: 'null' }] } }),
    [
      'text /properties/a/type: type is gone, which changes nothing in the contract.',
      'text /properties/a/anyOf: anyOf is new, which changes nothing in the contract.',
    ],
    [
      'text /properties/a/type: type is gone, which changes nothing in the contract.',
      'text /properties/a/anyOf: anyOf is new, which changes nothing in the contract.',
    ],
  ],
  descriptions: [
    object({ a: { ...text, description: 'One.' } }),
    object({ a: { ...text, description: 'Two.' } }),
    ['text /properties/a/description: description is "Two.", it was "One.".'],
    ['text /properties/a/description: description is "Two.", it was "One.".'],
  ],
  'what is behind a reference': [
    { ...object({ a: { $ref: '#/$defs/n' } }), $defs: { n: object({ x: text }) } },
    { ...object({ a: { $ref: '#/$defs/n' } }), $defs: { n: object({ x: { type: 'integer' } }) } },
    ['breaking /$defs/n/properties/x/type: The input now may be "integer" and may no longer be "string".'],
    ['breaking /$defs/n/properties/x/type: The output now may be "integer" and may no longer be "string".'],
  ],
  'an alternative': [
    object({ a: { anyOf: [text, { type: 'integer', minimum: 5 }] } }),
    object({ a: { anyOf: [text, { type: 'integer', minimum: 7 }] } }),
    ['breaking /properties/a/anyOf/1/minimum: minimum is 7, it was 5: what was accepted no longer is, such as 5.'],
    ['additive /properties/a/anyOf/1/minimum: minimum is 7, it was 5: less is given than before.'],
  ],
  'items and maps': [
    object({ l: { type: 'array', items: text }, m: { type: 'object', additionalProperties: text } }),
    object({ l: { type: 'array', items: {} }, m: { type: 'object', additionalProperties: {} } }),
    [
      'additive /properties/l/items/type: type is gone: more is accepted than before.',
      'additive /properties/m/additionalProperties/type: type is gone: more is accepted than before.',
    ],
    [
      'breaking /properties/l/items/type: type is gone: what was never given may be given now, such as null.',
      'breaking /properties/m/additionalProperties/type: type is gone: what was never given may be given now, such as null.',
    ],
  ],
  'an object that closes': [
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    ['text /additionalProperties: additionalProperties is new, which changes nothing in the contract.'],
    ['text /additionalProperties: additionalProperties is new, which changes nothing in the contract.'],
  ],
};

describe('schemas that differ in', () => {
  it.each(Object.entries(rows))('%s', (_name, [older, newer, input, output]) => {
    expect([reportOf('input', older, newer), reportOf('output', older, newer)]).toEqual([input, output]);
  });
});

it('reports nothing for equal schemas in any member order', () => {
  const schema = object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: text }, required: ['a'] });
  expect(reportOf('input', schema, Object.fromEntries(Object.entries(schema).reverse()))).toEqual([]);
});

it('rates no nested part as worse than the whole', () => {
  const older = object({ a: { anyOf: [{ type: 'integer' }, text] } });
  const newer = object({ a: { anyOf: [text, { type: 'number' }] } });
  expect(new Set(schemaDifferences(new SchemaPair(older, newer), 'input').map(({ kind }) => kind))).toEqual(
    new Set(['additive']),
  );
});

it('terminates on recursive schemas', () => {
  const tree = (id: JsonSchema) => object({ id, children: { type: 'array', items: { $ref: '#' } } });
  expect(reportOf('input', tree({ type: 'number' }), tree({ type: 'integer' }))[0]).toMatch(
    /^breaking \/properties\/id\/type/,
  );
});
