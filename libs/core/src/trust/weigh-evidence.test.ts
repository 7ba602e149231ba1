import { aManifest } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { noEvidence } from './evidence.js';
import type { EvidenceBucket, EvidenceOfVersion } from './evidence-store.js';
import { trustScore } from './trust-score.js';
import { callsEver, measuredLatency, othersEvidence, weighEvidence, windowStart } from './weigh-evidence.js';

const dayMs = 86_400_000;
const at = Date.UTC(2026, 5, 30, 17);
const manifest = aManifest();
const beside = { manifest, audit: 'none', verified: false, reputation: null } as const;
const nobody = { count: 0, stars: 0 };

const aBucket = (parts: Partial<EvidenceBucket> = {}): EvidenceBucket => ({
  versionId: 'v1',
  day: Date.UTC(2026, 5, 30),
  own: false,
  calls: 10,
  faults: 2,
  callerFaults: 0,
  weight: 8,
  faultWeight: 1,
  schemaWeight: 6,
  slaWeight: 5,
  callers: 2,
  latency: {},
  ...parts,
});
const known = (...buckets: EvidenceBucket[]): EvidenceOfVersion => ({
  buckets,
  votes: { own: nobody, others: [] },
});

describe('weighEvidence', () => {
  it('takes rates over 30 days, today included, and usage over the version’s life', () => {
    expect(windowStart(at)).toBe(Date.UTC(2026, 5, 1));
    const buckets = [
      aBucket(),
      aBucket({ day: windowStart(at) }),
      aBucket({ day: windowStart(at) - dayMs }),
      aBucket({ day: null, weight: 100 }),
    ];
    const evidence = weighEvidence(known(...buckets), beside, at);
    expect(evidence).toMatchObject({ calls: 16, faults: 2, schemaMet: 12, withinSla: 10, usage: 124 });
    expect(othersEvidence(known(...buckets), manifest, at)).toMatchObject({ calls: 16, faults: 2, usage: 0 });
    expect(callsEver(known(...buckets, aBucket({ own: true, calls: 7 })))).toEqual({ others: 40, own: 7 });
  });

  it('caps what the provider’s own calls weigh, in the rates and in the volume', () => {
    const buckets = [aBucket({ own: true, weight: 30, faultWeight: 3 }), aBucket({ own: true, day: null, weight: 70 })];
    const evidence = weighEvidence(known(...buckets), beside, at);
    expect(evidence.calls).toBeCloseTo(3, 12);
    expect(evidence.faults).toBeCloseTo(0.3, 12);
    expect(evidence.usage).toBeCloseTo(3, 12);
    expect(weighEvidence(known(...buckets), beside, at, () => 1).calls).toBe(30);
    expect(othersEvidence(known(...buckets), manifest, at).calls).toBe(0);
  });

  it('counts all votes of the provider’s own people as one', () => {
    const votes = { others: [{ count: 2, stars: 6 }], own: { count: 50, stars: 250 } };
    expect(weighEvidence({ buckets: [], votes }, beside, at).ratings).toEqual({ votes: 3, stars: 11 });
  });
});

describe('votes', () => {
  it('of one other organisation count in full up to five, and never ten together', () => {
    const ratings = (...others: { count: number; stars: number }[]) =>
      weighEvidence({ buckets: [], votes: { own: nobody, others } }, beside, at).ratings;
    expect(ratings({ count: 5, stars: 20 }, { count: 1, stars: 1 })).toEqual({ votes: 6, stars: 21 });
    expect(ratings({ count: 10, stars: 50 })).toEqual({ votes: 7.5, stars: 37.5 });
    expect(ratings({ count: 1e6, stars: 5e6 }).votes).toBeLessThan(10);
    expect(ratings()).toEqual({ votes: 0, stars: 0 });
  });

  it('bought in one other organisation lift a tool by less than 0.03', () => {
    const { votes, stars } = weighEvidence(
      { buckets: [], votes: { own: nobody, others: [{ count: 1e6, stars: 5e6 }] } },
      beside,
      at,
    ).ratings;
    const without = trustScore(noEvidence(manifest)).base;
    expect(trustScore({ ...noEvidence(manifest), ratings: { votes, stars } }).base - without).toBeLessThan(0.03);
  });
});

describe('measuredLatency', () => {
  const nothing = { p50Ms: null, p95Ms: null, p99Ms: null };

  it('is known from twenty good calls by others on', () => {
    expect(measuredLatency(known(aBucket({ latency: { '100': 19 } })), at)).toEqual(nothing);
    const enough = known(aBucket({ latency: { '100': 12 } }), aBucket({ day: windowStart(at), latency: { '200': 8 } }));
    const { p50Ms, p95Ms, p99Ms } = measuredLatency(enough, at);
    expect(p50Ms).toBeGreaterThan(0);
    expect(p95Ms).toBeGreaterThan(p50Ms ?? Number.POSITIVE_INFINITY);
    expect(p99Ms).toBe(p95Ms);
    expect(measuredLatency(known(aBucket({ own: true, latency: { '100': 99 } })), at)).toEqual(nothing);
    expect(measuredLatency(known(aBucket({ day: null, latency: { '100': 99 } })), at)).toEqual(nothing);
  });
});
