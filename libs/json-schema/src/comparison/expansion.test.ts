import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../json-schema.js';
import { Expansion } from './expansion.js';
import { SchemaDocument } from './schema-document.js';
import { type JsonType, nothing, top } from './shape.js';
import { Space, Undecided } from './space.js';

const expand = (schema: JsonSchema, type: JsonType = 'string', work = 100_000) => {
  const space = new Space(work);
  return new Expansion(space).of(space.read(schema, new SchemaDocument(schema)), type);
};
const values = (...all: string[]) => ({ enum: all });
const lengths = (schema: JsonSchema) => expand(schema).map((it) => (it.type === 'string' ? [it.min, it.max] : []));
const conditional = Object.fromEntries([
  ['if', { minLength: 2 }],
  ['then', { maxLength: 5 }],
]);

describe('expanding a schema into shapes', () => {
  it('multiplies allOf and references', () => {
    const schema = { $ref: '#/$defs/a', allOf: [{ maxLength: 9 }, { maxLength: 8 }], $defs: { a: { minLength: 2 } } };
    expect(lengths(schema)).toEqual([[2, 8]]);
  });

  it('adds anyOf, and merges lists of values', () => {
    expect(lengths({ anyOf: [{ maxLength: 1 }, { minLength: 3 }] })).toEqual([
      [0, 1],
      [3, Number.POSITIVE_INFINITY],
    ]);
    expect(expand({ anyOf: [values('a'), values('b', 'a')] })).toEqual([{ ...top('string'), values: ['a', 'b'] }]);
  });

  it('takes the complement for not', () => {
    expect(lengths({ not: { minLength: 2, maxLength: 3 } })).toEqual([
      [0, 1],
      [4, Number.POSITIVE_INFINITY],
    ]);
    expect(expand({ not: { type: 'string' } })).toEqual([]);
    expect(expand({ not: { type: 'null' } })).toEqual([top('string')]);
  });

  it('splits a condition into its two cases', () => {
    expect(lengths(conditional)).toEqual([
      [2, 5],
      [0, 1],
    ]);
  });

  it('expands oneOf only if its parts are apart', () => {
    expect(expand({ oneOf: [{ maxLength: 1 }, { minLength: 2 }] }).flatMap((it) => it.atoms)).toEqual([]);
    expect(expand({ oneOf: [{ maxLength: 2 }, { minLength: 2 }] }).map((it) => it.atoms[0]?.test.of)).toEqual([
      'one',
      'one',
    ]);
  });

  it('splits a dependent schema into absent and present', () => {
    expect(expand({ dependentSchemas: { a: { required: ['b'] } } }, 'object')).toHaveLength(2);
  });

  it('keeps one atom for a product that is too large', () => {
    const choice = (n: number) => ({ anyOf: [...'abcdefghij'].map((it) => ({ pattern: `${it}${n}` })) });
    const shapes = expand({ allOf: [choice(1), choice(2)] });
    expect(shapes).toHaveLength(10);
    expect(shapes.every((it) => it.atoms.length === 2)).toBe(true);
  });

  it('keeps an atom for a reference without a target', () => {
    expect(expand({ $ref: '#/$defs/none' }).map((it) => it.atoms.length)).toEqual([1]);
  });

  it('gives up on a schema defined by itself, and when the work is used up', () => {
    expect(() => expand({ allOf: [{ $ref: '#' }] })).toThrow(Undecided);
    expect(() => expand({ anyOf: [values('a'), values('b')] }, 'string', 1)).toThrow(Undecided);
  });

  it('of nothing is no shape', () => {
    expect(new Expansion(new Space(0)).of(nothing, 'string')).toEqual([]);
  });
});
