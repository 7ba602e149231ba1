import { dayMs } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { noEvidence } from './evidence.js';
import type { EvidenceBucket, EvidenceOfVersion, Votes } from './evidence-store.js';
import { aBucket } from './testing/evidence-samples.js';
import { trustScore } from './trust-score.js';
import { callsEver, goodCallsEver, observedEvidence, weighEvidence, windowStart } from './weigh-evidence.js';

const at = Date.UTC(2026, 5, 30, 17);
const today = Date.UTC(2026, 5, 30);
const manifest = aManifest();
const beside = { manifest, audit: 'none', verified: false, examplePassed: false, reputation: null } as const;
const nobody = { count: 0, stars: 0 };
const [outside, inside] = [{ view: 'outside', at } as const, { view: 'inside', at } as const];

const known = (...buckets: EvidenceBucket[]): EvidenceOfVersion => ({ buckets, votes: { own: nobody, others: [] } });
const weights = (calls: number, faults = 0) => ({
  calls,
  faults,
  schemaMet: calls - faults,
  withinSla: calls - faults,
});
const byOwn = (calls: number, parts: Partial<EvidenceBucket> = {}) =>
  aBucket({ day: today, own: true, calls, faults: 0, inside: weights(calls), outside: weights(calls), ...parts });

describe('weighEvidence', () => {
  it('takes rates over 30 days, today included, and usage over the version’s life', () => {
    expect(windowStart(at)).toBe(Date.UTC(2026, 5, 1));
    const buckets = [
      aBucket({ day: today }),
      aBucket({ day: windowStart(at) }),
      aBucket({ day: windowStart(at) - dayMs }),
      aBucket({ day: null, inside: weights(100), outside: weights(100) }),
    ];
    const evidence = weighEvidence(known(...buckets), beside, outside);
    expect(evidence).toMatchObject({ calls: 16, faults: 2, schemaMet: 12, withinSla: 10, usage: 124 });
    expect(observedEvidence(known(...buckets), manifest, outside)).toMatchObject({ calls: 16, faults: 2, usage: 0 });
  });

  it('lets the owning organisation’s calls weigh three together outside, and as they are inside', () => {
    const buckets = [byOwn(30, { inside: weights(30, 3), outside: weights(30, 3) }), byOwn(70, { day: null })];
    const seen = weighEvidence(known(...buckets), beside, outside);
    expect(seen.calls).toBeCloseTo(3, 12);
    expect(seen.faults).toBeCloseTo(0.3, 12);
    expect(seen.usage).toBe(0);
    const own = weighEvidence(known(...buckets), beside, inside);
    expect([own.calls, own.faults, own.usage]).toEqual([30, 3, 100]);
    expect(weighEvidence(known(...buckets), beside, { ...outside, ownInFull: true }).calls).toBe(30);
    expect(observedEvidence(known(...buckets), manifest, outside).calls).toBe(0);
    expect(observedEvidence(known(...buckets), manifest, inside).calls).toBe(30);
  });

  it('weighs others’ calls by each view’s discounts', () => {
    const crowd = aBucket({ day: today, inside: weights(160), outside: weights(100) });
    expect(weighEvidence(known(crowd), beside, inside).calls).toBe(160);
    expect(weighEvidence(known(crowd), beside, outside).calls).toBe(100);
  });

  it('knows whether a version has ever worked: by a call, by an example, or by what it inherited', () => {
    const worked = (...buckets: EvidenceBucket[]) => weighEvidence(known(...buckets), beside, outside).worked;
    expect(worked()).toBe(false);
    expect(worked(aBucket({ calls: 2, faults: 2, inside: weights(2, 2), outside: weights(2, 2) }))).toBe(false);
    expect(worked(byOwn(1))).toBe(true);
    expect(worked(aBucket({ day: null, calls: 0, faults: 0, inside: weights(0.1), outside: weights(0.1) }))).toBe(true);
    expect(weighEvidence(known(), { ...beside, examplePassed: true }, outside).worked).toBe(true);
  });

  it('counts calls and good calls over the whole life, by members of the namespace and by others', () => {
    const all = known(
      aBucket({ day: null, calls: 100, faults: 9 }),
      byOwn(50, { faults: 5, memberCalls: 20, memberFaults: 3 }),
    );
    expect(callsEver(all)).toEqual({ others: 130, own: 20 });
    expect(goodCallsEver(all)).toEqual({ others: 119, own: 17 });
  });
});

describe('votes', () => {
  const ratings = (votes: Votes, weighing: typeof outside | typeof inside = outside) =>
    weighEvidence({ buckets: [], votes }, beside, weighing).ratings;

  it('of the owning organisation’s people count as one outside, and each inside', () => {
    const votes = { others: [{ count: 2, stars: 6 }], own: { count: 50, stars: 250 } };
    expect(ratings(votes)).toEqual({ votes: 3, stars: 11 });
    expect(ratings(votes, inside)).toEqual({ votes: 52, stars: 256 });
  });

  it('of one other organisation count in full up to five, and never ten together', () => {
    const others = (...sums: { count: number; stars: number }[]) => ratings({ own: nobody, others: sums });
    expect(others({ count: 5, stars: 20 }, { count: 1, stars: 1 })).toEqual({ votes: 6, stars: 21 });
    expect(others({ count: 10, stars: 50 })).toEqual({ votes: 7.5, stars: 37.5 });
    expect(others({ count: 1e6, stars: 5e6 }).votes).toBeLessThan(10);
    expect(others()).toEqual({ votes: 0, stars: 0 });
  });

  it('bought in one other organisation lift a tool by less than 0.03', () => {
    const bought = ratings({ own: nobody, others: [{ count: 1e6, stars: 5e6 }] });
    const fresh = { ...noEvidence(manifest), worked: true };
    expect(trustScore({ ...fresh, ratings: bought }).base - trustScore(fresh).base).toBeLessThan(0.03);
  });
});
