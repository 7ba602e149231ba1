import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addedWeight, callerWeight, fullCallsADay, mostOwnWeight, ownShare } from './caller-weight.js';
import { noEvidence } from './evidence.js';
import { trustScore } from './trust-score.js';

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

describe('the provider’s own calls', () => {
  it('weigh no more than three together', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (weight) => {
        expect(weight * ownShare(weight)).toBeLessThanOrEqual(mostOwnWeight + 1e-9);
        expect(ownShare(weight)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('lift a tool by less than 0.03, however good and many they are, and whatever others have found', () => {
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
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(1e5), share, share, share, (others, good, met, kept) => {
        const faults = others * (1 - good);
        const theirs = { calls: others, faults, schemaMet: others * good * met, withinSla: others * good * kept };
        const own = mostOwnWeight;
        const gamed = {
          calls: others + own,
          faults,
          schemaMet: theirs.schemaMet + own,
          withinSla: theirs.withinSla + own,
        };
        const honest = trustScore({ ...noEvidence(manifest), ...theirs, usage: others });
        const lifted = trustScore({ ...noEvidence(manifest), ...gamed, usage: others + own });
        expect(lifted.base - honest.base).toBeLessThan(0.03);
      }),
    );
  });
});
