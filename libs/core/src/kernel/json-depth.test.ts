import { describe, expect, it } from '@jest/globals';
import { deeperThan } from './json-depth.js';

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('deeperThan', () => {
  it.each([
    [0, false],
    [1, false],
    [3, false],
    [4, true],
    [100_000, true],
  ])('%i levels against 3', (levels, deeper) => {
    expect(deeperThan(nested(levels), 3)).toBe(deeper);
  });
});
