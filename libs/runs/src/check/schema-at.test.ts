import { describe, expect, it } from '@jest/globals';
import { typesOf } from './json-types.js';
import { schemaAt } from './schema-at.js';

const text = { type: 'string' };
const number = { type: 'number' };
const has = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

/** What is said of a path: the kinds of JSON, and whether it is sure to be there. */
const said = (schema: object, path: string) => {
  const found = schemaAt(schema as Readonly<Record<string, unknown>>, path.split('.'));
  return found.kind === 'part' ? [[...typesOf(found.part)].join('|'), found.sure] : found.kind;
};

describe('schemaAt', () => {
  it.each([
    ['a member that is required', has({ a: text }, ['a']), 'a', ['string', true]],
    ['one that is not', has({ a: text }), 'a', ['string', false]],
    [
      'an item of a list',
      has({ a: { type: 'array', items: has({ b: number }, ['b']) } }, ['a']),
      'a.0.b',
      ['number', false],
    ],
    ['a word in a list', { type: 'array', items: text }, 'first', 'absent'],
    ['what an open object does not name', has({ a: text }), 'b', 'unknown'],
    ['what a closed object does not name', { ...has({ a: text }), additionalProperties: false }, 'b', 'absent'],
    ['a part of a text', has({ a: text }), 'a.b', 'absent'],
    ['anything of what may be anything', {}, 'a', 'unknown'],
  ])('knows %s', (_what, schema, path, expected) => {
    expect(said(schema, path)).toEqual(expected);
  });

  it.each([
    [
      'what one of several included schemas has',
      { allOf: [has({ a: text }, ['a']), has({ b: number })] },
      'a',
      ['string', true],
    ],
    ['what stands beside them', { ...has({ c: text }), allOf: [has({ a: text })] }, 'c', ['string', false]],
    ['what two of them say', { allOf: [has({ a: {} }, ['a']), has({ a: number })] }, 'a', ['number', true]],
    [
      'what references among them say',
      { $defs: { base: has({ id: text }, ['id']) }, allOf: [{ $ref: '#/$defs/base' }] },
      'id',
      ['string', true],
    ],
    [
      'what every alternative has',
      { anyOf: [has({ a: text }, ['a']), has({ a: number }, ['a'])] },
      'a',
      ['number|string', true],
    ],
    [
      'what only some alternatives have',
      { oneOf: [has({ a: text }, ['a']), { type: 'null' }] },
      'a',
      ['string', false],
    ],
    ['what no alternative has', { anyOf: [text, { type: 'null' }] }, 'a', 'absent'],
    ['what one alternative leaves open', { anyOf: [has({ a: text }), {}] }, 'a', 'unknown'],
  ])('looks into schemas of schemas: %s', (_what, schema, path, expected) => {
    expect(said(schema, path)).toEqual(expected);
  });

  it('ends on schemas that include themselves', () => {
    const schema = { $defs: { me: { allOf: [{ $ref: '#/$defs/me' }] } }, $ref: '#/$defs/me' };
    expect(said(schema, 'a.b')).toBe('unknown');
    const often = { $defs: { me: { anyOf: Array(50).fill({ $ref: '#/$defs/me' }) } }, $ref: '#/$defs/me' };
    expect(said(often, 'a')).toBe('unknown');
    expect(said(has({ a: { anyOf: Array(50).fill({ $ref: '#/properties/a' }) } }), 'a')).toEqual([
      'null|boolean|number|string|array|object',
      false,
    ]);
  });
});
