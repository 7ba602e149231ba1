import { aManifest, aVersion, FakeClock } from '@assay/testing';
import { expect, it } from '@jest/globals';
import type { EvidenceBucket, EvidenceOfVersion } from './evidence-store.js';
import { readTrackRecord } from './read-track-record.js';
import { windowStart } from './weigh-evidence.js';

const clock = new FakeClock();
const version = aVersion(aManifest({ sla: { p95Ms: 500 } }), { publishedAt: clock.now(), lastVerifiedAt: clock.now() });

const bucket = (own: boolean, calls: number, faults: number, parts: Partial<EvidenceBucket> = {}): EvidenceBucket => ({
  ...{ versionId: version.id, day: windowStart(clock.now()) + 86_400_000, own, calls, faults, callerFaults: 3 },
  ...{ weight: calls, faultWeight: faults, schemaWeight: calls - faults, slaWeight: calls - faults, callers: 5 },
  latency: {},
  ...parts,
});

const read = (...buckets: EvidenceBucket[]) => {
  const nobody = { count: 0, stars: 0 };
  const known: EvidenceOfVersion = { buckets, votes: { own: nobody, others: [] } };
  const evidenceOf = async () => new Map(buckets.length === 0 ? [] : [[version.id, known]]);
  const trustOf = () => ({ score: 0.4, confidence: 0.25 });
  return readTrackRecord({ store: { evidenceOf }, trustOf, clock, halfLifeDays: 90 })(version);
};

it('knows nothing of a version without evidence but its trust', async () => {
  const record = await read();
  expect(record).toMatchObject({
    score: 0.4,
    confidence: 0.25,
    calls: { own: 0, others: 0 },
    good: { own: 0, others: 0 },
  });
});

it('counts calls over the whole life, by who made them', async () => {
  const older = bucket(false, 1_000, 100, { day: null });
  const record = await read(older, bucket(false, 10, 1), bucket(true, 70, 20));
  expect(record).toMatchObject({ calls: { own: 70, others: 1_010 }, good: { own: 50, others: 909 } });
});

it('counts the provider’s own calls in full where that is asked for, good and bad alike', async () => {
  const { scoreWithOwn: good } = await read(bucket(true, 1_000, 0));
  const { scoreWithOwn: some } = await read(bucket(true, 20, 0));
  expect(good).toBeGreaterThan(some);
  expect(good).toBeGreaterThan(0.6);
  const { scoreWithOwn: bad } = await read(bucket(true, 1_000, 1_000));
  expect(bad).toBeLessThan(0.3);
});
