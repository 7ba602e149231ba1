import { dayMs } from '@assay/kernel';
import { unassured } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { presentTrust } from './present-trust.js';
import { aTrust } from './testing/evidence-samples.js';
import { signalWeights } from './trust-score.js';

const outside = { base: 0.8, confidence: 0.9, signals: [{ name: 'reliability', value: 0.7, sampleSize: 5 }] };
const kept = aTrust(outside, { inside: aTrust({ base: 0.6, confidence: 0.2 }).inside });
const look = (at: number, view: 'inside' | 'outside' = 'outside') => ({ view, at, halfLifeDays: 90 });

describe('presentTrust', () => {
  it('shows what a new tool starts with until trust was computed', () => {
    const manifest = aManifest({ outputSchema: {}, sla: { p95Ms: 5 } });
    expect(presentTrust(aVersion(manifest, { publishedAt: 5 }), look(5)).base).toBeCloseTo(0.485, 12);
    const assurance = { ...unassured, examplePassed: true };
    const verified = aVersion(manifest, { lastVerifiedAt: 5, assurance });
    expect(presentTrust(verified, look(5)).base).toBeCloseTo(0.535, 12);
  });

  it('counts neither audit nor freshness of a version that has never worked', () => {
    const manifest = aManifest({ outputSchema: {}, sla: { p95Ms: 5 } });
    const assurance = { ...unassured, audit: 'third-party' as const };
    expect(presentTrust(aVersion(manifest, { lastVerifiedAt: 5, assurance }), look(5)).base).toBeCloseTo(0.485, 12);
  });

  it('decays what was computed from the last verification, or from publication', () => {
    const version = aVersion(aManifest(), { trust: kept, publishedAt: 0 });
    expect(presentTrust(version, look(90 * dayMs))).toMatchObject({ base: 0.8, decay: 0.5, score: 0.4, t0: 0 });
    const verified = aVersion(aManifest(), { trust: kept, lastVerifiedAt: 90 * dayMs });
    expect(presentTrust(verified, look(180 * dayMs))).toMatchObject({ decay: 0.5, t0: 90 * dayMs, confidence: 0.9 });
    const contribution = signalWeights.reliability * 0.7;
    expect(presentTrust(version, look(0)).signals).toEqual([
      { name: 'reliability', value: 0.7, sampleSize: 5, weight: signalWeights.reliability, contribution },
    ]);
  });

  it('has a view of its own for callers inside', () => {
    const version = aVersion(aManifest(), { trust: kept, publishedAt: 0 });
    expect(presentTrust(version, look(0, 'inside'))).toMatchObject({ view: 'inside', base: 0.6, confidence: 0.2 });
    expect(presentTrust(version, look(0))).toMatchObject({ view: 'outside', base: 0.8 });
  });
});
