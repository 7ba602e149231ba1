import type { IndexQuery } from '@assay/discovery';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conditionsOf, quoted } from './filters.js';
import { commonOf, pageQuery, pageSize, unionRequest, vectorQuery, wordQuery } from './search-requests.js';

const query: IndexQuery = { text: '', capabilities: [], audience: ['public', 'org:1'], limit: 10 };

describe('pageSize', () => {
  it('gives the smallest page that holds the stretch whole', () => {
    const place = fc.record({ offset: fc.nat(5_000), limit: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(place, ({ offset, limit }) => {
        const size = pageSize(offset, limit);
        const page = Math.floor(offset / size);
        expect(size).toBeGreaterThanOrEqual(limit);
        expect(page * size).toBeLessThanOrEqual(offset);
        expect((page + 1) * size).toBeGreaterThanOrEqual(offset + limit);
      }),
    );
    expect([pageSize(20, 10), pageSize(0, 200), pageSize(5, 0)]).toEqual([10, 200, 0]);
  });
});

describe('requests', () => {
  it('list in the order asked for, with an exact total and the filter', () => {
    const listed = { ...query, sort: 'trust' as const, offset: 15, facets: ['stage' as const], minTrustKey: -1e-9 };
    expect(pageQuery(commonOf('tools', listed))).toEqual({
      skip: 2,
      query: {
        indexUid: 'tools',
        q: '',
        filter: ['audience IN ["public", "org:1"]', 'trustKey >= "-1e-9"'],
        sort: ['trustKey:desc', 'key:asc'],
        attributesToRetrieve: ['id', 'capabilities', 'trustKey', 'insideTrustKey', 'publishedAt', 'stage'],
        facets: ['stage'],
        page: 2,
        hitsPerPage: 13,
      },
    });
  });

  it('go as deep as is asked, but not with every one of many words', () => {
    const depth = (offset: number, words: number) =>
      commonOf('tools', { ...query, offset, limit: 100 }, { words }).listed;
    expect([depth(0, 1), depth(0, 24), depth(900, 24)]).toEqual([200, 200, 1_000]);
    expect(depth(9_900, 1)).toBeGreaterThanOrEqual(10_000);
    expect(depth(9_900, 24) * 26).toBeLessThanOrEqual(40_000);
  });

  it('look a word up whole', () => {
    expect(wordQuery(commonOf('tools', query), 'walrus')).toMatchObject({
      q: 'walrus',
      matchingStrategy: 'all',
      showRankingScore: true,
      page: 1,
      hitsPerPage: 200,
    });
  });

  it('ask for what is nearest to a vector, whatever order is asked for', () => {
    const asked = vectorQuery(commonOf('tools', { ...query, sort: 'trust' }), Float32Array.of(1, 0));
    expect(asked).toMatchObject({ q: '', limit: 200, vector: [1, 0], hybrid: { semanticRatio: 1 } });
    expect(asked).not.toHaveProperty('sort');
  });

  it('neither page nor sort the parts of a union', () => {
    const { federation, queries } = unionRequest(commonOf('tools', { ...query, sort: 'name' }), ['walrus', 'herd']);
    expect(federation).toEqual({ limit: 1, offset: 0 });
    for (const part of queries) {
      expect(Object.keys(part).sort()).toEqual(['attributesToRetrieve', 'filter', 'indexUid', 'matchingStrategy', 'q']);
    }
  });
});

describe('filters', () => {
  it('keep text apart from the expression', () => {
    expect(quoted('plain')).toBe('"plain"');
    expect(quoted('" OR audience = "org:2\\')).toBe('"\\" OR audience = \\"org:2\\\\"');
  });

  it('say everything that is asked', () => {
    const filter = {
      namespaces: ['a', 'b.c'],
      protocols: ['mcp' as const],
      minStage: 'BETA' as const,
      readOnly: true as const,
      capability: 'data.query',
    };
    expect(conditionsOf({ ...query, filter }, ['data.query', 'data.query.sql'])).toEqual([
      'audience IN ["public", "org:1"]',
      'namespace IN ["a", "b.c"]',
      'protocol IN ["mcp"]',
      'stageRank >= 2',
      'readOnly = true',
      'capabilities IN ["data.query", "data.query.sql"]',
    ]);
  });
});
