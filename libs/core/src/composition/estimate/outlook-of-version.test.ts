import { aManifest, aVersion } from '@assay/testing';
import { expect, it } from '@jest/globals';
import type { Estimate } from './estimate-plan.js';
import { latencyOf, outlookOfVersion, reliabilityOfVersion } from './outlook-of-version.js';

/** `succeeded`: the share of `sampleSize` calls, from which the signal is made with the weight of 20 calls at 0.7 before. */
const trust = (p95Ms: number | null, succeeded: number, sampleSize = 10) => ({
  ...{ base: 0.5, confidence: 0.5, observed: { score: 0, confidence: 0 }, calls: { others: 0, own: 0 } },
  ...{
    votes: { count: 0, stars: 0 },
    p95Ms,
    signals: [{ name: 'reliability', value: (0.7 * 20 + succeeded * sampleSize) / (20 + sampleSize), sampleSize }],
  },
});

it('takes what was measured before what is declared, and nothing where nothing is known', () => {
  expect(latencyOf(aVersion())).toBeNull();
  const declared = aManifest({ sla: { p50Ms: 80, p95Ms: 200, p99Ms: 400 } });
  expect(latencyOf(aVersion(declared))).toEqual({ p50: 80, p95: 200, p99: 400 });
  const measured = { ...trust(500, 1), p50Ms: 300, p99Ms: 900 };
  expect(latencyOf(aVersion(declared, { trust: measured }))).toEqual({ p50: 300, p95: 500, p99: 900 });
  expect(latencyOf(aVersion(declared, { trust: trust(50, 1) }))).toEqual({ p50: 50, p95: 50, p99: 400 });
  expect(latencyOf(aVersion(aManifest({ sla: { p50Ms: 10 } })))).toEqual({ p50: 10, p95: 20, p99: 40 });
});

it('knows how often a version succeeds, and what stands in for it', () => {
  expect(reliabilityOfVersion(aVersion())).toBeNull();
  expect(reliabilityOfVersion(aVersion(aManifest({ sla: { availability: 0.99 } })))).toBe(0.99);
  const measured = aVersion(aManifest({ costPerCallUsd: 0.1 }), { trust: trust(null, 0.95) });
  expect(reliabilityOfVersion(measured)).toBeCloseTo(0.95);
  expect(reliabilityOfVersion({ ...measured, trust: trust(null, 1) })).toBe(1);
  expect(reliabilityOfVersion({ ...measured, trust: trust(null, 0.95, 0) })).toBeNull();
  // Of a few calls the signal is mostly its prior, which nobody has measured.
  expect(reliabilityOfVersion({ ...measured, trust: trust(null, 1, 3) })).toBeNull();
  const other = aVersion(aManifest({ name: 'other/x' }), { organisationId: 'org-other' });
  expect(outlookOfVersion(measured, [other], undefined)).toMatchObject({
    ...{ costUsd: { least: 0.1, most: 0.1 }, latency: null },
    levels: [
      { provider: 'org-acme', success: expect.closeTo(0.95) },
      { provider: 'org-other', success: null },
    ],
  });
  expect(outlookOfVersion(other, [], undefined).costUsd).toEqual({ least: 0, most: null });
});

it('takes a composition for what its steps come to, where nobody has measured the whole', () => {
  const inner: Estimate = {
    ...{ waves: [], latency: { p50: 1, p95: 2, p99: 3 }, costUsd: { least: 0.2, most: null }, reliability: 0.9 },
    ...{ approvals: ['pay'], refused: [], turns: { without: 2, with: 2 } },
    unknown: { latency: [], cost: ['acme/x'], reliability: [] },
  };
  const composite = aVersion(aManifest({ costPerCallUsd: 0.1 }));
  const outlook = outlookOfVersion(composite, [], inner);
  expect(outlook).toMatchObject({ latency: inner.latency, levels: [{ success: 0.9 }], within: { approvals: ['pay'] } });
  expect(outlook.costUsd).toEqual({ least: expect.closeTo(0.3), most: null });
  const measured = outlookOfVersion({ ...composite, trust: trust(50, 0.5) }, [], inner);
  expect(measured).toMatchObject({ latency: { p95: 50 }, levels: [{ success: expect.closeTo(0.5) }] });
});
