import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { moved } from './levels.js';

describe('the order of a hierarchy', () => {
  it('moves a level up, down, and to either end', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moved([], 0, 0)).toEqual([]);
  });

  it('keeps every level, and moving back restores the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(20), fc.nat(20), (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length];
        const there = moved(items, from, to);
        expect([...there].sort()).toEqual([...items].sort());
        expect(there[to]).toBe(items[from]);
        expect(moved(there, to, from)).toEqual(items);
      }),
    );
  });
});
