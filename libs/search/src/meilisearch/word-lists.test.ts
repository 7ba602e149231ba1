import { describe, expect, it } from '@jest/globals';
import type { Hit, Listed } from './hits.js';
import { matchWords, type WordList, weightOf } from './word-lists.js';

const hit = (id: string, _rankingScore = 1): Hit => ({
  id,
  capabilities: [],
  trustKey: 0,
  insideTrustKey: 0,
  publishedAt: 0,
  _rankingScore,
});
const list = (asked: string, ...hits: Hit[]): WordList => ({
  queryTerm: { term: asked, asked, weight: 1 },
  hits,
  total: hits.length,
});
const none: Listed = { hits: [], total: 0 };

describe('matchWords', () => {
  it('is the share of the words by weight, the rarer the heavier', () => {
    const matches = matchWords([list('mail', hit('a'), hit('b'), hit('c')), list('walrus', hit('a'))], none, 10);
    const [rare, common] = [weightOf(10, 1), weightOf(10, 3)];
    expect(matches.get('a')).toEqual({ relevance: 1, matched: ['mail', 'walrus'] });
    expect(matches.get('b')?.relevance).toBeCloseTo(common / (rare + common), 12);
  });

  it('takes a word that nobody has for the rarest', () => {
    const found = matchWords([list('walrus', hit('a')), list('iceberg')], none, 10).get('a')?.relevance ?? 0;
    expect(found).toBeLessThan(0.5);
    expect(found).toBeGreaterThan(0.3);
  });

  it('counts all words together where that says more', () => {
    const together = { hits: [hit('a', 0.9), hit('deep', 0.8)], total: 2 };
    const matches = matchWords([list('mail', hit('a', 0.5))], together, 10);
    expect(matches.get('a')).toEqual({ relevance: 0.9, matched: ['mail'] });
    expect(matches.get('deep')).toEqual({ relevance: 0.8, matched: [] });
  });

  it('never says nothing of a document that was found, nor more than all', () => {
    const { relevance } = matchWords([list('mail', hit('a', 0))], none, 10).get('a') ?? { relevance: 0 };
    expect(relevance).toBeGreaterThan(0);
    expect(matchWords([list('mail', hit('a', 1.2))], none, 0).get('a')?.relevance).toBe(1);
  });
});
