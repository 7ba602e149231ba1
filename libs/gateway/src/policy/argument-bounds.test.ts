import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundArguments, maxShown } from './argument-bounds.js';

const list = (length: number) => Array.from({ length }, (_, index) => index);

describe('boundArguments', () => {
  it('shows arguments as they are while they are few', () => {
    const input = { a: list(400), b: { c: 'x'.repeat(100_000) } };
    expect(boundArguments(input)).toEqual({ shown: input, left: new Set() });
    expect(boundArguments(input).shown).toBe(input);
  });

  it.each([
    ['a long list', { a: list(maxShown.values), b: 1 }],
    ['many members', { a: Object.fromEntries(list(maxShown.values).map((it) => [`k${it}`, it])), b: 1 }],
    ['lists in lists', { a: list(40).map(() => list(40)), b: 1 }],
    ['a long text', { a: 'x'.repeat(maxShown.characters + 1), b: 1 }],
    ['long names', { a: { ['x'.repeat(maxShown.characters + 1)]: 1 }, b: 1 }],
  ])('leaves out %s, and shows the rest', (_, input) => {
    expect(boundArguments(input)).toEqual({ shown: { b: 1 }, left: new Set(['a']) });
  });

  it('counts all of them together', () => {
    const { shown, left } = boundArguments({ a: list(300), b: list(300), c: list(150) });
    expect([Object.keys(shown), [...left]]).toEqual([['a', 'c'], ['b']]);
  });

  it('shows or leaves out each argument, whatever it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const { shown, left } = boundArguments(input);
        expect([...Object.keys(shown), ...left].sort()).toEqual(Object.keys(input).sort());
      }),
    );
  });
});
