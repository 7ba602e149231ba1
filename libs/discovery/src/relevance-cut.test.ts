import { describe, expect, it } from '@jest/globals';
import { minRelevance, minShareOfBest, relevanceCut } from './relevance-cut.js';

describe('relevanceCut', () => {
  it('asks for a share of the best', () => {
    expect(relevanceCut([0.2, 0.5, 0.1]).min).toBeCloseTo(minShareOfBest * 0.5, 12);
  });

  it('never goes below the floor', () => {
    expect(relevanceCut([0.02, 0.01]).min).toBe(minRelevance);
    expect(relevanceCut([]).min).toBe(minRelevance);
  });

  it('measures relevance against the best', () => {
    const cut = relevanceCut([0.2, 0.5]);
    expect(cut.calibrated(0.5)).toBe(1);
    expect(cut.calibrated(0.2)).toBeCloseTo(0.4, 12);
    expect(relevanceCut([]).calibrated(0)).toBe(0);
  });
});
