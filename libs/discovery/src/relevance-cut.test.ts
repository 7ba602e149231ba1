import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { minRelevance, minShareOfBest, relatedShare, relevanceCut } from './relevance-cut.js';

const relevances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });

describe('relevanceCut', () => {
  it('asks for a share of the best', () => {
    expect(relevanceCut([0.2, 0.5, 0.1]).min).toBeCloseTo(minShareOfBest * 0.5, 12);
    expect(relevanceCut([0.2, 0.5, 0.1], relatedShare).min).toBeCloseTo(relatedShare * 0.5, 12);
  });

  it('never goes below the floor', () => {
    expect(relevanceCut([0.02, 0.01]).min).toBe(minRelevance);
    expect(relevanceCut([]).min).toBe(minRelevance);
  });

  it('measures relevance from the cut to the best, so that nearly equal tools stay nearly equal', () => {
    const { calibrated } = relevanceCut([0.2, 0.5]);
    expect(calibrated(0.5)).toBe(1);
    expect(calibrated(0.495)).toBeGreaterThan(0.9);
    expect(calibrated(0.4375)).toBeCloseTo(0.25, 12);
    expect(calibrated(minShareOfBest * 0.5)).toBeCloseTo(0, 12);
    expect(calibrated(0.1)).toBe(0);
    expect(relevanceCut([]).calibrated(0)).toBe(0);
  });

  it('keeps the order of relevance, within 0 and 1', () => {
    fc.assert(
      fc.property(relevances, (all) => {
        const { calibrated } = relevanceCut(all);
        const values = [...all].sort((a, b) => a - b).map(calibrated);
        expect(values).toEqual([...values].sort((a, b) => a - b));
        expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
      }),
    );
  });
});
