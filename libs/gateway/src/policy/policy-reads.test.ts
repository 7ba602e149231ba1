import { describe, expect, it } from '@jest/globals';
import { bothRead, readArguments, readsNothing, varies } from './policy-reads.js';

const reads = (names: readonly string[], parts = {}) => ({ ...readsNothing, arguments: new Set(names), ...parts });

describe('PolicyReads', () => {
  it('of two are those of both', () => {
    expect(bothRead(reads(['a']), reads(['b'], { time: true }))).toEqual(reads(['a', 'b'], { time: true }));
    expect(bothRead(reads(['a']), { ...readsNothing, arguments: 'all' }).arguments).toBe('all');
  });

  it.each([
    [readsNothing, false],
    [reads([], { trust: true }), false],
    [reads([], { time: true }), true],
    [reads(['a']), true],
    [reads(['b', 'toString']), false],
    [{ ...readsNothing, arguments: 'all' as const }, true],
  ])('states whether each call is evaluated again', (it, expected) => {
    expect(varies(it, { a: 1 })).toBe(expected);
  });

  it('hands over the arguments that are looked at, own ones only', () => {
    const input = { a: 1, b: 2 };
    expect(readArguments(reads(['a', 'toString']), input)).toEqual({ a: 1 });
    expect(readArguments({ ...readsNothing, arguments: 'all' }, input)).toBe(input);
  });
});
