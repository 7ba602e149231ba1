import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addedWeight, callerWeight, fullCallsADay } from './flood-weight.js';

const calls = fc.nat(1e9);

describe('callerWeight', () => {
  it('counts the first ten calls of a day in full', () => {
    expect([0, 1, 9, 10].map(callerWeight)).toEqual([0, 1, 9, 10]);
    expect(callerWeight(20)).toBe(15);
    expect(callerWeight(1_000)).toBeCloseTo(19.9, 12);
  });

  it('grows with each call, and stays below twice the calls that count in full', () => {
    fc.assert(
      fc.property(calls, fc.integer({ min: 1, max: 1e6 }), (made, more) => {
        expect(callerWeight(made + more)).toBeGreaterThanOrEqual(callerWeight(made));
        expect(callerWeight(made)).toBeLessThanOrEqual(Math.min(made, 2 * fullCallsADay));
      }),
    );
  });

  it('is the same in whatever portions calls arrive', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (made, some, more) => {
        const inParts = addedWeight(made, some) + addedWeight(made + some, more);
        expect(inParts).toBeCloseTo(addedWeight(made, some + more), 9);
      }),
    );
  });
});
