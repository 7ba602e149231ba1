import { aManifest, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import type { VersionTrust } from '../catalog/records.js';
import { presentTrust } from './present-trust.js';
import { signalWeights } from './trust-score.js';

const dayMs = 86_400_000;
const kept: VersionTrust = {
  base: 0.8,
  confidence: 0.9,
  signals: [{ name: 'reliability', value: 0.7, sampleSize: 5 }],
  observed: { score: 0.7, confidence: 0.1 },
  calls: { others: 5, own: 0 },
  votes: { count: 0, stars: 0 },
  p95Ms: null,
};

describe('presentTrust', () => {
  it('shows what a new tool starts with until trust was worked out', () => {
    const manifest = aManifest({ outputSchema: {}, sla: { p95Ms: 5 } });
    expect(presentTrust(aVersion(manifest, { publishedAt: 5 }), 5, 90).base).toBeCloseTo(0.485, 12);
    expect(presentTrust(aVersion(manifest, { lastVerifiedAt: 5 }), 5, 90).base).toBeCloseTo(0.535, 12);
  });

  it('decays what was worked out from the last verification, or from publication', () => {
    const version = aVersion(aManifest(), { trust: kept, publishedAt: 0 });
    expect(presentTrust(version, 90 * dayMs, 90)).toMatchObject({ base: 0.8, decay: 0.5, score: 0.4, t0: 0 });
    const verified = aVersion(aManifest(), { trust: kept, lastVerifiedAt: 90 * dayMs });
    expect(presentTrust(verified, 180 * dayMs, 90)).toMatchObject({ decay: 0.5, t0: 90 * dayMs, confidence: 0.9 });
    const contribution = signalWeights.reliability * 0.7;
    expect(presentTrust(version, 0, 90).signals).toEqual([
      { name: 'reliability', value: 0.7, sampleSize: 5, weight: signalWeights.reliability, contribution },
    ]);
  });
});
