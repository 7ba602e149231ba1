import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addWeights,
  atMost,
  maxOwnWeight,
  minusWeights,
  noWeights,
  timesWeights,
  type Weights,
} from './caller-weight.js';
import { noEvidence } from './evidence.js';
import { trustScore } from './trust-score.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const someWeights: fc.Arbitrary<Weights> = fc
  .tuple(fc.nat(1e6), share, share, share)
  .map(([calls, bad, met, kept]) => ({
    calls,
    faults: calls * bad,
    schemaMet: calls * (1 - bad) * met,
    withinSla: calls * (1 - bad) * kept,
  }));

describe('atMost', () => {
  it('keeps what is within the limit, and scales all of the rest alike', () => {
    const weights = { calls: 40, faults: 10, schemaMet: 20, withinSla: 0 };
    expect(atMost(40, weights)).toEqual(weights);
    expect(atMost(20, weights)).toEqual({ calls: 20, faults: 5, schemaMet: 10, withinSla: 0 });
    expect(atMost(20, noWeights)).toEqual(noWeights);
  });

  it('never exceeds the limit, nor changes the shares', () => {
    fc.assert(
      fc.property(someWeights, fc.integer({ min: 1, max: 1_000 }), (weights, max) => {
        const limited = atMost(max, weights);
        expect(limited.calls).toBeLessThanOrEqual(max + 1e-9);
        expect(limited.faults * weights.calls).toBeCloseTo(weights.faults * limited.calls, 3);
      }),
    );
  });
});

it('adds, subtracts and scales every weight', () => {
  const one = { calls: 3, faults: 1, schemaMet: 2, withinSla: 1 };
  expect(addWeights(one, one)).toEqual(timesWeights(2, one));
  expect(minusWeights(addWeights(one, one), one)).toEqual(one);
});

describe("the owning organisation's calls, seen from outside", () => {
  const manifest = {
    name: 'acme/echo',
    version: '1.0.0',
    description: 'Says what it hears',
    inputSchema: {},
    outputSchema: {},
    sla: { p95Ms: 200 },
    protocol: 'http' as const,
    endpoint: {},
  };

  it('raise a tool by less than 0.03, however good and many they are, and whatever others have found', () => {
    fc.assert(
      fc.property(someWeights, (theirs) => {
        const own = { calls: maxOwnWeight, faults: 0, schemaMet: maxOwnWeight, withinSla: maxOwnWeight };
        const beside = { ...noEvidence(manifest), usage: theirs.calls, worked: true };
        const honest = trustScore({ ...beside, ...theirs });
        const gamed = trustScore({ ...beside, ...addWeights(theirs, own) });
        expect(gamed.base - honest.base).toBeLessThan(0.03);
      }),
    );
  });
});
