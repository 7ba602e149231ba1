import { describe, expect, it } from '@jest/globals';
import { observedShare, ratePrior } from './observed-share.js';

const rateOf = (good: number, sampleSize: number) => ({
  value: (ratePrior.mean * ratePrior.calls + good) / (ratePrior.calls + sampleSize),
  sampleSize,
});

describe('observedShare', () => {
  it.each([
    [10, 10, 1],
    [9, 10, 0.9],
    [0, 40, 0],
  ])('removes the prior from a rate: %i successful calls of %i', (good, calls, share) => {
    expect(observedShare(rateOf(good, calls))).toBeCloseTo(share, 12);
  });

  it('is null for fewer than ten calls', () => {
    expect(observedShare(rateOf(9, 9))).toBeNull();
  });
});
