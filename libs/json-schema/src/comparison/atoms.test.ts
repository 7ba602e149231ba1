import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { formatAtom, keywordAtom, opposite, patternAtom, sameAtom } from './atoms.js';
import { SchemaDocument } from './schema-document.js';
import { Undecided } from './space.js';

const atomOf = (raw: JsonSchema, keyword = 'not') => keywordAtom({ raw, document: new SchemaDocument(raw) }, keyword);
const nested = (depth: number): JsonSchema => (depth === 0 ? {} : { not: nested(depth - 1) });

describe('atoms', () => {
  it('are the same for the same condition with the same sign', () => {
    expect(sameAtom(patternAtom('a'), patternAtom('a'))).toBe(true);
    expect(sameAtom(patternAtom('a'), patternAtom('b'))).toBe(false);
    expect(sameAtom(patternAtom('date'), formatAtom('date'))).toBe(false);
    expect(sameAtom(patternAtom('a'), opposite(patternAtom('a')))).toBe(false);
    expect(opposite(opposite(formatAtom('date')))).toEqual(formatAtom('date'));
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['the order of members', { minLength: 1, not: {} }, { not: {}, minLength: 1 }],
    ['annotations', { not: { title: 'A' } }, { not: {}, description: 'b' }],
    [
      'how a reference names its target',
      { not: { $ref: '#/$defs/a' }, $defs: { a: { type: 'null' } } },
      { not: { $ref: '#/$defs/b' }, $defs: { b: { type: 'null' } } },
    ],
  ])('do not depend on %s', (_, one, other) => expect(sameAtom(atomOf(one), atomOf(other))).toBe(true));

  it.each<[string, JsonSchema, JsonSchema]>([
    ['the order of a list', { anyOf: [{ type: 'null' }, {}] }, { anyOf: [{}, { type: 'null' }] }],
    ['names of properties like annotations', { properties: { title: {} } }, { properties: {} }],
    ['data that looks like annotations', { const: { title: 'a' } }, { const: {} }],
    ['the dialect', { not: {} }, { not: {}, $schema: 'http://json-schema.org/draft-07/schema#' }],
  ])('depend on %s', (_, one, other) => expect(sameAtom(atomOf(one), atomOf(other))).toBe(false));

  it('depend on the keyword', () => {
    const raw = { not: {} };
    expect(sameAtom(atomOf(raw, 'not'), atomOf(raw, 'if'))).toBe(false);
  });

  it('end for a schema that contains itself', () => {
    expect(atomOf({ items: { $ref: '#' } }).key.length).toBeLessThan(200);
  });

  it('give up on schemas that are too deep or too long', () => {
    expect(() => atomOf(nested(150))).not.toThrow();
    expect(() => atomOf(nested(250))).toThrow(Undecided);
    expect(() => atomOf({ const: 'a'.repeat(50_001) })).toThrow(Undecided);
  });
});
