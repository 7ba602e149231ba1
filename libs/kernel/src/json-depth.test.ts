import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
  ])('%i levels against a limit of 3', (levels, deeper) => {
    expect(deeperThan(nested(levels), 3)).toBe(deeper);
  });

  it('agrees with counting the levels of any value', () => {
    const levelsOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 6 }), (value, levels) => {
        expect(deeperThan(value, levels)).toBe(levelsOf(value) > levels);
      }),
    );
  });
});
