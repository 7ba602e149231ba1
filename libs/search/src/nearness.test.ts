import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { atMost, averageCosine, fusedRelevance, minNearness, nearnessOf, presumedNearness } from './nearness.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('nearness', () => {
  it('is 0 at the average and 1 at an equal text, whatever a model’s cosines are spread over', () => {
    expect(nearnessOf(0.7, 0.7)).toBe(0);
    expect(nearnessOf(0.4, 0.7)).toBe(0);
    expect(nearnessOf(1, 0.7)).toBe(1);
    expect(nearnessOf(0.85, 0.7)).toBeCloseTo(0.5);
  });

  it('is measured from the documents there are, of which a few are no base', () => {
    expect(averageCosine(0.9, 1)).toBeCloseTo(0.15);
    expect(averageCosine(700, 1_000)).toBeCloseTo(0.7, 2);
    expect(averageCosine(-3, 10)).toBe(0);
    expect(atMost(2)).toBe(0.95);
  });
});

describe('fusedRelevance', () => {
  it('lies between the words’ own relevance and 1, and grows with both', () => {
    fc.assert(
      fc.property(share, share, share, share, share, share, (words, near, more, best, nearest, ofBest) => {
        const all = Math.max(nearest, near, more);
        const heights = { best: Math.max(best, words), nearest: all, nearnessOfBest: Math.min(ofBest, all) };
        const relevance = fusedRelevance(words, near, heights);
        expect(relevance).toBeGreaterThanOrEqual(words);
        expect(relevance).toBeLessThanOrEqual(1);
        if (more > near) expect(fusedRelevance(words, more, heights)).toBeGreaterThanOrEqual(relevance);
        expect(fusedRelevance(words, 0, heights)).toBe(words);
      }),
    );
  });

  it('counts the nearest document nearly as much as the best by words, for short queries and long ones', () => {
    for (const best of [0.1, 0.5]) {
      const heights = { best, nearest: 0.5, nearnessOfBest: 0 };
      expect(fusedRelevance(0, 0.5, heights)).toBeCloseTo(0.9 * best);
      expect(fusedRelevance(best, 0.5, heights)).toBeGreaterThan(1.35 * best);
    }
  });

  it('makes nothing great of what is hardly near, and something of meaning alone', () => {
    const words = { best: 0.5, nearest: 0.2, nearnessOfBest: 0 };
    expect(fusedRelevance(0, minNearness, words)).toBeLessThan(0.3);
    expect(fusedRelevance(0, 0.5, { best: 0, nearest: 0.5, nearnessOfBest: 0 })).toBeGreaterThan(0.05);
    expect(fusedRelevance(0, 0.5, { best: 0.01, nearest: 0.5, nearnessOfBest: 0 })).toBeGreaterThan(0.05);
  });

  it('counts meaning less where the best document by words is also the nearest', () => {
    const added = (nearnessOfBest: number) => fusedRelevance(0, 0.5, { best: 0.4, nearest: 0.5, nearnessOfBest });
    expect(added(0.5)).toBeCloseTo(0.2 * added(0));
    expect(added(0.25)).toBeLessThan(added(0.1));
  });

  it('keeps a document without a vector in its place among those found by words', () => {
    const heights = { best: 0.4, nearest: 0.6 };
    expect(presumedNearness(0.4, heights)).toBe(0.6);
    expect(presumedNearness(0.2, heights)).toBeCloseTo(0.3);
    expect(presumedNearness(0, { best: 0, nearest: 0.6 })).toBe(0);
  });
});
