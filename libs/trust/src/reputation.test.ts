import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { noEvidence } from './evidence.js';
import { observedScore, reputationOf } from './reputation.js';
import { trustScore } from './trust-score.js';

describe('reputationOf', () => {
  const good = { tool: 'acme/good', score: 0.9, confidence: 0.8 };
  const bad = { tool: 'acme/bad', score: 0.1, confidence: 0.2 };

  it('is that of the other tools, each by the confidence in it', () => {
    const all = reputationOf('acme/new', [good, bad]);
    expect(all?.score).toBeCloseTo((0.72 + 0.02) / 1, 12);
    expect(all?.confidence).toBeCloseTo(1, 12);
    expect(all?.sampleSize).toBe(2);
    expect(reputationOf('acme/good', [good, bad])?.score).toBeCloseTo(0.1, 12);
  });

  it('is unknown while nobody has called another tool', () => {
    expect(reputationOf('acme/good', [good])).toBeNull();
    expect(reputationOf('acme/good', [good, { ...bad, confidence: 0 }])).toBeNull();
  });
});

describe('observedScore', () => {
  it('is what calls decide, and knows neither ratings nor reputation', () => {
    const evidence = { ...noEvidence(aManifest({ outputSchema: {}, sla: { p95Ms: 5 } })) };
    expect(observedScore(trustScore(evidence))).toBeCloseTo(0.7, 12);
    const praised = {
      ...evidence,
      ratings: { votes: 99, stars: 495 },
      reputation: { score: 1, confidence: 5, sampleSize: 9 },
      verified: true,
    };
    expect(observedScore(trustScore(praised))).toBeCloseTo(0.7, 12);
    expect(observedScore(trustScore({ ...evidence, calls: 1e9, faults: 1e9 }))).toBeCloseTo(0, 6);
  });
});
