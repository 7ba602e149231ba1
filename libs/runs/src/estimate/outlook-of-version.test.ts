import { declaredLatency } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { aTrust } from '@assay/trust/testing';
import { expect, it } from '@jest/globals';
import type { Estimate } from './estimate-plan.js';
import { outlookOfVersion, reliabilityOfVersion, wholeLatency } from './outlook-of-version.js';

/** `succeeded`: the share of `sampleSize` calls, from which the signal is made with the weight of 20 calls at 0.7 before. */
const trust = (succeeded: number, sampleSize = 10) =>
  aTrust({
    signals: [{ name: 'reliability', value: (0.7 * 20 + succeeded * sampleSize) / (20 + sampleSize), sampleSize }],
  });
const noServers = { serverFor: () => undefined };
const caller = { organisationId: 'org-acme', latencyOf: declaredLatency, catalogue: noServers };

it('fills in the quantiles that are missing, and knows nothing where nothing is known', () => {
  const of = (p50Ms?: number, p95Ms?: number, p99Ms?: number) =>
    wholeLatency({ p50Ms, p95Ms, p99Ms, isMeasured: false });
  expect(of()).toBeNull();
  expect(of(80, 200, 400)).toEqual({ p50: 80, p95: 200, p99: 400 });
  expect(of(undefined, 50)).toEqual({ p50: 25, p95: 50, p99: 100 });
  expect(of(10)).toEqual({ p50: 10, p95: 20, p99: 40 });
});

it("has a version's success rate, and its fallbacks", () => {
  const reliability = (version: Parameters<typeof reliabilityOfVersion>[0]) =>
    reliabilityOfVersion(version, 'org-acme');
  expect(reliability(aVersion())).toBeNull();
  expect(reliability(aVersion(aManifest({ sla: { availability: 0.99 } })))).toBe(0.99);
  const measured = aVersion(aManifest({ costPerCallUsd: 0.1 }), { trust: trust(0.95) });
  expect(reliability(measured)).toBeCloseTo(0.95);
  expect(reliability({ ...measured, trust: trust(1) })).toBe(1);
  expect(reliability({ ...measured, trust: trust(0.95, 0) })).toBeNull();
  // Of a few calls the signal is mostly its prior, which nobody has measured.
  expect(reliability({ ...measured, trust: trust(1, 3) })).toBeNull();
  const seen = { ...measured, trust: { ...trust(0.95), outside: trust(0.5).outside } };
  expect(reliabilityOfVersion(seen, 'org-other')).toBeCloseTo(0.5);
  const other = aVersion(aManifest({ name: 'other/x' }), { namespace: 'other', organisationId: 'org-other' });
  const same = aVersion(aManifest({ name: 'acme/y' }), { id: 'y' });
  expect(outlookOfVersion(measured, [other, same], undefined, caller)).toMatchObject({
    ...{ costUsd: { least: 0.1, most: 0.1 }, latency: null },
    levels: [
      { provider: '0', success: expect.closeTo(0.95) },
      { provider: '1', success: null },
      { provider: '0', success: null },
    ],
  });
  expect(outlookOfVersion(other, [], undefined, caller).costUsd).toEqual({ least: 0, most: null });
});

it('takes a composition for what its steps come to, where nobody has measured the whole', () => {
  const inner: Estimate = {
    ...{
      waves: [],
      latency: { p50: 1, p95: 2, p99: 3 },
      costUsd: { least: 0.2, most: null },
      reliability: 0.9,
      interval: null,
    },
    ...{ approvals: ['pay'], refused: [], turns: { without: 2, with: 2 } },
    unknown: { latency: [], cost: ['acme/x'], reliability: [] },
  };
  const composite = aVersion(aManifest({ costPerCallUsd: 0.1 }));
  const outlook = outlookOfVersion(composite, [], inner, caller);
  expect(outlook).toMatchObject({ latency: inner.latency, levels: [{ success: 0.9 }], within: { approvals: ['pay'] } });
  expect(outlook.costUsd).toEqual({ least: expect.closeTo(0.3), most: null });
  const measured = outlookOfVersion({ ...composite, trust: trust(0.5) }, [], inner, {
    ...caller,
    latencyOf: () => ({ p50Ms: 20, p95Ms: 50, p99Ms: 60, isMeasured: true }),
  });
  expect(measured).toMatchObject({ latency: { p95: 50 }, levels: [{ success: expect.closeTo(0.5) }] });
});
