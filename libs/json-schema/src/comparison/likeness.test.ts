import { expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { Likeness } from './likeness.js';
import { SchemaDocument } from './schema-document.js';

const alike = (one: JsonSchema, other: JsonSchema): boolean => {
  const [a, b] = [new SchemaDocument(one), new SchemaDocument(other)];
  return new Likeness(a, b).areAlike({ raw: a.root, document: a }, { raw: b.root, document: b });
};
const referring = (target: JsonSchema, $ref = '#/$defs/a'): JsonSchema => ({ items: { $ref }, $defs: { a: target } });

it.each<[string, JsonSchema, JsonSchema, boolean]>([
  ['the same text', { type: 'string', minLength: 1 }, { minLength: 1, type: 'string' }, true],
  ['another text', { type: 'string' }, { type: 'number' }, false],
  ['another dialect', { not: {} }, { not: {}, $schema: 'http://json-schema.org/draft-07/schema#' }, false],
  ['the same references', referring({ type: 'null' }), referring({ type: 'null' }), true],
  ['references to other targets', referring({ type: 'null' }), referring({ type: 'string' }), false],
  ['references out of the definitions', referring({}, '#/items'), referring({}, '#/items'), false],
  ['an identifier', { $id: 'https://a.org', ...referring({}) }, { $id: 'https://a.org', ...referring({}) }, false],
])('schemas with %s', (_, one, other, expected) => expect(alike(one, other)).toBe(expected));

it('a part is not like a whole, nor like a part of the same document', () => {
  const inner = { type: 'string' };
  const whole = new SchemaDocument({ items: inner });
  const other = new SchemaDocument({ type: 'string' });
  const likeness = new Likeness(whole, other);
  expect(likeness.areAlike({ raw: inner, document: whole }, { raw: other.root, document: other })).toBe(false);
  expect(likeness.areAlike({ raw: inner, document: whole }, { raw: inner, document: whole })).toBe(false);
  expect(likeness.same(inner, other.root)).toBe(true);
});
