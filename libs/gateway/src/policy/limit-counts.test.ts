import { expect, it } from '@jest/globals';
import { countsUntil } from './limit-counts.js';

it('a slice of the calendar counts until its end, one of a sliding window until a window has passed since then', () => {
  expect(countsUntil({ slice: 2, sliceMs: 1_000, former: 0 })).toBe(3_000);
  expect(countsUntil({ slice: 2, sliceMs: 1_000, former: 60 })).toBe(63_000);
});
