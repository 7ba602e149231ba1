import { describe, expect, it } from '@jest/globals';
import { extentOf, holdsMoreThan } from './json-size.js';

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

  it('neither recurses nor walks what is too large', () => {
    expect(holdsMoreThan(new Array(2_000_000).fill(0), 1_000)).toBe(true);
    let deep: unknown = 0;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(holdsMoreThan(deep, 1_000_000)).toBe(false);
  });
});

it('extentOf counts values, and the members of the widest object', () => {
  expect(extentOf(1)).toEqual({ values: 1, width: 0 });
  expect(extentOf([{ a: 1 }, { a: { b: 1, c: 2, d: [1, 2, 3, 4] } }])).toEqual({ values: 12, width: 3 });
});
