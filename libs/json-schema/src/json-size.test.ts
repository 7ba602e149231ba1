import { describe, expect, it } from '@jest/globals';
import { holdsMoreThan } from './json-size.js';

describe('holdsMoreThan', () => {
  // value, values in it
  it.each([
    [1, 1],
    [null, 1],
    [[], 1],
    [[1, 2], 3],
    [{ a: { b: [true, 'x'] }, c: null }, 6],
  ])('%j holds %i', (value, count) => {
    expect(holdsMoreThan(value, count)).toBe(false);
    expect(holdsMoreThan(value, count - 1)).toBe(true);
  });

  it('neither recurses nor walks a value that is too large', () => {
    expect(holdsMoreThan(new Array(2_000_000).fill(0), 1_000)).toBe(true);
    let deep: unknown = 0;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(holdsMoreThan(deep, 1_000_000)).toBe(false);
  });

  it('counts every value at any depth', () => {
    expect(holdsMoreThan('text', 1)).toBe(false);
    expect(holdsMoreThan({ a: [1, 2], b: null }, 5)).toBe(false);
    expect(holdsMoreThan({ a: [1, 2], b: null }, 4)).toBe(true);
    expect(
      holdsMoreThan(
        Array.from({ length: 1_000_000 }, () => 1),
        5_000,
      ),
    ).toBe(true);
    expect(
      holdsMoreThan(
        Array.from({ length: 80 }, () => Array.from({ length: 80 }, () => 1)),
        5_000,
      ),
    ).toBe(true);
  });
});
