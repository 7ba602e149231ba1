import { aManifest, aVersion } from '@assay/testing';
import { expect, it } from '@jest/globals';
import { latencyOf, outlookOfVersion, reliabilityOfVersion } from './outlook-of-version.js';

const trust = (p95Ms: number | null, reliability: number, sampleSize = 10) => ({
  ...{ base: 0.5, confidence: 0.5, observed: { score: 0, confidence: 0 }, calls: { others: 0, own: 0 } },
  ...{ votes: { count: 0, stars: 0 }, p95Ms, signals: [{ name: 'reliability', value: reliability, sampleSize }] },
});

it('takes what was measured before what is declared, and a second where nothing is known', () => {
  expect(latencyOf(aVersion())).toEqual({ p50: 500, p95: 1_000, p99: 2_000 });
  const declared = aManifest({ sla: { p50Ms: 80, p95Ms: 200, p99Ms: 400 } });
  expect(latencyOf(aVersion(declared))).toEqual({ p50: 80, p95: 200, p99: 400 });
  expect(latencyOf(aVersion(declared, { trust: trust(500, 1) }))).toEqual({ p50: 80, p95: 500, p99: 500 });
  expect(latencyOf(aVersion(declared, { trust: trust(50, 1) }))).toEqual({ p50: 50, p95: 50, p99: 400 });
});

it('knows how often a version succeeds, and what stands in for it', () => {
  expect(reliabilityOfVersion(aVersion())).toBe(0.7);
  expect(reliabilityOfVersion(aVersion(aManifest({ sla: { availability: 0.99 } })))).toBe(0.99);
  const measured = aVersion(aManifest({ costPerCallUsd: 0.1 }), { trust: trust(null, 0.95) });
  expect(reliabilityOfVersion(measured)).toBe(0.95);
  expect(reliabilityOfVersion({ ...measured, trust: trust(null, 0.95, 0) })).toBe(0.7);
  const other = aVersion(aManifest({ name: 'other/x' }), { organisationId: 'org-other' });
  expect(outlookOfVersion(measured, [other], true)).toMatchObject({
    costUsd: 0.1,
    needsApproval: true,
    levels: [
      { provider: 'org-acme', success: 0.95 },
      { provider: 'org-other', success: 0.7 },
    ],
  });
});
