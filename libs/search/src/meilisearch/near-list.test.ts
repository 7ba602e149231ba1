import { describe, expect, it } from '@jest/globals';
import type { Hit } from './hits.js';
import { nearListOf, withNearness } from './near-list.js';

const hit = (id: string, cosine: number | null): Hit => ({
  ...{ id, capabilities: [], trustKey: 0, insideTrustKey: 0, publishedAt: 0 },
  _rankingScore: cosine === null ? 0 : (1 + cosine) / 2,
});

describe('nearListOf', () => {
  it('omits documents without a vector, so that the list is complete', () => {
    const near = [hit('a/near', 0.9), hit('a/far', -0.2)];
    expect(nearListOf({ hits: [...near, hit('a/bare', null)], total: 500 })).toEqual({ hits: near, total: 2 });
    expect(nearListOf({ hits: near, total: 500 })).toEqual({ hits: near, total: 500 });
  });
});

describe('withNearness', () => {
  const words = new Map(['a/bare', 'a/near'].map((id) => [id, { relevance: 0.5, matched: ['walrus'] }]));

  it('presumes a document without a vector as near as its words are good', () => {
    const near = nearListOf({ hits: [hit('a/near', 0.8), hit('a/bare', null)], total: 2 });
    const fused = withNearness(words, near);
    expect(fused.get('a/bare')?.relevance).toBeCloseTo(fused.get('a/near')?.relevance ?? 0, 12);
    expect(fused.get('a/bare')?.relevance).toBeGreaterThan(0.5);
  });

  it('presumes nothing of a document behind the end of the list, which may have any vector', () => {
    const fused = withNearness(words, nearListOf({ hits: [hit('a/near', 0.8), hit('a/far', 0.1)], total: 500 }));
    expect(fused.get('a/bare')?.relevance).toBe(0.5);
    expect(fused.get('a/near')?.relevance).toBeGreaterThan(0.5);
    expect(fused.has('a/far')).toBe(false);
  });

  it('gives the fifth place to the nearest where words and meaning disagree', () => {
    const many = new Map([...'abcdef'].map((id, at) => [id, { relevance: 0.9 - at / 100, matched: ['walrus'] }]));
    const hits = [hit('x', 0.5), ...[...'abcdef'].map((id) => hit(id, 0))];
    const fused = withNearness(many, nearListOf({ hits, total: 7 }));
    const order = [...fused].sort(([, a], [, b]) => b.relevance - a.relevance).map(([id]) => id);
    expect(order.join('')).toBe('abcdxef');
    expect(fused.get('x')?.matched).toEqual([]);
  });
});
