import { describe, expect, it } from '@jest/globals';
import { kendallTau } from './kendall.js';

describe('kendallTau', () => {
  it('is 1 for the same order, −1 for the opposite one', () => {
    expect(kendallTau([1, 2, 3, 4].map((it) => [it, it * it]))).toBe(1);
    expect(kendallTau([1, 2, 3, 4].map((it) => [it, -it]))).toBe(-1);
  });

  it('counts pairs in a different order against the others', () => {
    // Of six pairs one is out of order: (5 − 1) / 6.
    expect(
      kendallTau([
        [1, 1],
        [2, 3],
        [3, 2],
        [4, 4],
      ]),
    ).toBeCloseTo(2 / 3, 12);
  });

  it('takes ties into account on either side', () => {
    // Three pairs: one tied on the left, two ordered alike: 2 / √(2 · 3).
    expect(
      kendallTau([
        [1, 1],
        [1, 2],
        [2, 3],
      ]),
    ).toBeCloseTo(2 / Math.sqrt(6), 12);
  });

  it('says nothing where nothing is ordered', () => {
    expect(
      kendallTau([
        [1, 1],
        [1, 2],
      ]),
    ).toBeNaN();
  });
});
