import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { EvidenceBucket, EvidenceOfVersion } from './evidence-store.js';
import { readTrackRecord } from './read-track-record.js';
import { aBucket, aTrust } from './testing/evidence-samples.js';
import { windowStart } from './weigh-evidence.js';

const clock = new FakeClock();
const version = aVersion(aManifest({ sla: { p95Ms: 500 } }), {
  ...{ publishedAt: clock.now(), lastVerifiedAt: clock.now() },
  trust: aTrust({ base: 0.6 }, { inside: aTrust({ base: 0.8 }).inside }),
});

const bucket = (own: boolean, calls: number, faults: number, parts: Partial<EvidenceBucket> = {}): EvidenceBucket => {
  const weights = { calls, faults, schemaMet: calls - faults, withinSla: calls - faults };
  const members = own ? { memberCalls: calls, memberFaults: faults } : {};
  const day = windowStart(clock.now()) + 86_400_000;
  const of = { versionId: version.id, day, own, calls, faults, inside: weights, outside: weights };
  return aBucket({ ...of, ...members, ...parts });
};

const read = (visibility: 'public' | 'organisation', ...buckets: EvidenceBucket[]) => {
  const nobody = { count: 0, stars: 0 };
  const known: EvidenceOfVersion = { buckets, votes: { own: nobody, others: [] } };
  const evidenceOf = async () => new Map(buckets.length === 0 ? [] : [[version.id, known]]);
  const directory = { namespace: () => aNamespace({ visibility }) };
  return readTrackRecord({ store: { evidenceOf }, directory, clock, halfLifeDays: 90 })(version);
};

it('knows nothing of a version without evidence but its trust', async () => {
  const record = await read('public');
  expect(record).toMatchObject({
    ...{ view: 'outside', score: 0.6, confidence: 0.5 },
    calls: { own: 0, others: 0 },
    good: { own: 0, others: 0 },
  });
});

it('counts calls over the whole life, by who made them', async () => {
  const older = bucket(false, 1_000, 100, { day: null });
  const record = await read('public', older, bucket(false, 10, 1), bucket(true, 70, 20));
  expect(record).toMatchObject({ calls: { own: 70, others: 1_010 }, good: { own: 50, others: 909 } });
});

it('uses the inside view where the tool is not public', async () => {
  expect(await read('organisation')).toMatchObject({ view: 'inside', score: 0.8 });
});

it('counts calls of the provider’s organisation in full where that is asked for, good and bad alike', async () => {
  const { scoreWithOwn: good } = await read('public', bucket(true, 1_000, 0));
  const { scoreWithOwn: some } = await read('public', bucket(true, 20, 0));
  expect(good).toBeGreaterThan(some);
  expect(good).toBeGreaterThan(0.6);
  const { scoreWithOwn: bad } = await read('public', bucket(true, 1_000, 1_000));
  expect(bad).toBeLessThan(0.3);
});

it('takes the daily discounts out of them', async () => {
  const limited = { calls: 20, faults: 0, schemaMet: 20, withinSla: 20 };
  const { scoreWithOwn: discounted } = await read(
    'public',
    bucket(true, 500, 0, { inside: limited, outside: limited }),
  );
  const { scoreWithOwn: whole } = await read('public', bucket(true, 500, 0));
  expect(discounted).toBeCloseTo(whole, 9);
});
