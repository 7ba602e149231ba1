import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgeMatch, matchConfidence, minConfidence } from './match-confidence.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('matchConfidence', () => {
  it('is in [0,1], and grows with relevance and with the matched words', () => {
    fc.assert(
      fc.property(share, share, fc.integer({ min: 1, max: 60 }), (a, b, words) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(matchConfidence(less, words)).toBeLessThanOrEqual(matchConfidence(more, words));
        expect(matchConfidence(a, words)).toBeLessThanOrEqual(matchConfidence(a, words + 1));
        expect(matchConfidence(a, words)).toBeGreaterThanOrEqual(0);
        expect(matchConfidence(a, words)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is sure of a request of several words that a tool answers well, and not of one stray word among many', () => {
    expect(matchConfidence(0.5, 6)).toBeGreaterThan(0.8);
    expect(matchConfidence(0.02, 6)).toBeLessThan(minConfidence);
  });

  it('takes tags at their relevance', () => {
    expect(matchConfidence(0.9, 0)).toBe(0.9);
  });
});

describe('judgeMatch', () => {
  it('has nothing to say about a good match', () => {
    expect(judgeMatch({ relevance: 0.4, matched: ['send', 'mail'] }, ['send', 'mail', 'friend'])).toEqual({
      confidence: matchConfidence(0.4, 3),
      good: true,
    });
  });

  it('names what little there is', () => {
    const { good, note } = judgeMatch({ relevance: 0.02, matched: ['colour'] }, ['colour', 'sea', 'evening']);
    expect(good).toBe(false);
    expect(note).toBe(
      'possibly no matching tool: the best match contains only "colour" of the 3 words; check it carefully, or rephrase the query',
    );
  });

  it('does not doubt what a rule chose, whatever words it shares', () => {
    expect(judgeMatch({ relevance: 0, matched: [] }, ['sea'], true)).toEqual({ confidence: 1, good: true });
    expect(judgeMatch(undefined, ['sea'], true)).toMatchObject({ good: false });
  });

  it('says so when nothing fits', () => {
    expect(judgeMatch(undefined, ['sea'])).toMatchObject({ confidence: 0, good: false });
    expect(judgeMatch({ relevance: 0.001, matched: [] }, ['sea']).note).toContain('probably no matching tool');
  });
});
