import { describe, expect, it } from '@jest/globals';
import { evidenceOf, judgeMatch, matchConfidence, minConfidence, nothingFits } from './match-confidence.js';

const best = (coverage: number, nearness?: number, matched = ['mail']) => ({
  ...{ relevance: 0.4, matched, coverage },
  ...(nearness !== undefined && { nearness }),
});
const asked = { terms: ['send', 'mail', 'friend'] };

describe('evidence of a match', () => {
  it('needs words and some meaning, and goes by words alone without vectors', () => {
    expect(evidenceOf(best(0.9, 0.4))).toBeCloseTo(0.765, 3);
    expect(evidenceOf(best(0.9, 0))).toBe(0);
    expect(evidenceOf(best(0.5))).toBe(0.5);
    expect(evidenceOf(undefined)).toBe(0);
  });

  it('makes confidence that grows from 0', () => {
    expect(matchConfidence(0)).toBe(0);
    const values = [0.1, 0.2, 0.4, 0.6, 1].map(matchConfidence);
    expect([...values].sort((a, b) => a - b)).toEqual(values);
    expect(values[0]).toBeLessThan(minConfidence);
    expect(values[4]).toBeGreaterThan(0.9);
  });
});

describe('judgeMatch', () => {
  it('has nothing to say about a good match', () => {
    expect(judgeMatch(best(0.8, 0.7), asked)).toEqual({ confidence: expect.closeTo(0.888, 3), good: true });
  });

  it('doubts a tool that shares one stray word, however rare the tool', () => {
    const { good, note } = judgeMatch(best(0.15, 0.1, ['berlin']), { terms: ['wird', 'wetter', 'berlin'] });
    expect(good).toBe(false);
    expect(note).toBe(
      'possibly no matching tool: the best match contains only "berlin" of the 3 words; check it carefully, or rephrase the query',
    );
  });

  it('goes by meaning for a query in another language, and asks to check what is not near', () => {
    const german = { terms: ['wird', 'wetter', 'berlin'], isAcrossLanguages: true };
    expect(judgeMatch(best(0, 0.5, []), german)).toMatchObject({ good: true });
    expect(judgeMatch(best(0.9, 0.3, ['berlin']), german)).toMatchObject({
      good: false,
      note: 'possibly no matching tool: the query is not in English and was compared by meaning; check the best match, or ask in English',
    });
  });

  it('takes tags at their relevance', () => {
    expect(judgeMatch({ relevance: 0.9, matched: [] }, { terms: [], byTags: true })).toEqual({
      confidence: 0.9,
      good: true,
    });
    expect(judgeMatch({ relevance: 0.1, matched: [] }, { terms: ['sea'], byTags: true }).good).toBe(false);
  });

  it('does not doubt what a rule chose, whatever words it shares', () => {
    expect(judgeMatch(best(0), { terms: ['sea'], isRuled: true })).toEqual({ confidence: 1, good: true });
    expect(judgeMatch(undefined, { terms: ['sea'], isRuled: true })).toMatchObject({ good: false });
  });

  it('says so when nothing fits', () => {
    expect(judgeMatch(undefined, asked)).toMatchObject({ confidence: 0, good: false });
    expect(judgeMatch(best(0, 0, []), asked).note).toContain('probably no matching tool: the best match contains none');
  });

  it('names what keeps the matching tools from the caller before anything else', () => {
    const blocked = { count: 3, note: '3 matching tools are excluded' };
    expect(judgeMatch(best(0.9, 0.9), { ...asked, blocked })).toMatchObject({
      good: false,
      blocked: 3,
      note: blocked.note,
    });
  });
});

describe('nothingFits', () => {
  it('is what a doubtful match says, unless matching tools are only excluded', () => {
    const results: never[] = [];
    expect(nothingFits({ results, match: { confidence: 0.1, good: false } })).toBe(true);
    expect(nothingFits({ results, match: { confidence: 0.1, good: false, blocked: 2 } })).toBe(false);
    expect(nothingFits({ results, match: { confidence: 0.9, good: true } })).toBe(false);
    expect(nothingFits({ results })).toBe(true);
  });
});
