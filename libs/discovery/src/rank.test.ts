import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Limits, type Rankable, type Ranked, rank as rankBy, rankWeights, referenceOf } from './rank.js';

const one = (id: string, more: Partial<Rankable> = {}): Rankable => ({
  id,
  trust: 0.5,
  relevance: 0.5,
  p95Ms: undefined,
  costUsd: undefined,
  ...more,
});
const rank = (tools: readonly Rankable[], limits: Limits): Ranked<Rankable>[] =>
  rankBy(tools, referenceOf(tools, limits));
const partsOf = (tool: Rankable, limits = {}) => rank([tool], limits)[0]?.parts;

describe('rank', () => {
  it('weighs the four terms', () => {
    const [ranked] = rank([one('a/x', { trust: 0.8, relevance: 0.6, p95Ms: 50, costUsd: 0.25 })], {
      maxLatencyMs: 200,
      maxCost: 1,
    });
    expect(ranked?.parts).toEqual({ trust: 0.8, relevance: 0.6, latency: 0.75, cost: 0.75 });
    expect(ranked?.score).toBeCloseTo(0.4 * 0.8 + 0.3 * 0.6 + 0.2 * 0.75 + 0.1 * 0.75, 12);
  });

  it('measures latency against 10 s when no limit is stated', () => {
    expect(partsOf(one('a/x', { p95Ms: 2_500 }))?.latency).toBe(0.75);
    expect(partsOf(one('a/x', { p95Ms: 60_000 }))?.latency).toBe(0);
  });

  it('measures cost against the highest among the tools when no limit is stated', () => {
    const ranked = rank(
      [one('a/cheap', { costUsd: 1 }), one('a/dear', { costUsd: 4 }), one('a/free', { costUsd: 0 })],
      {},
    );
    expect(ranked.map(({ id, parts }) => [id, parts.cost])).toEqual([
      ['a/free', 1],
      ['a/cheap', 0.75],
      ['a/dear', 0],
    ]);
  });

  it('scores what is unknown as the median of the tools that have it, a half when none has', () => {
    expect(partsOf(one('a/x'))).toMatchObject({ latency: 0.5, cost: 0.5 });
    const known = [0, 2_500, 10_000].map((p95Ms, n) => one(`a/${n}`, { p95Ms, costUsd: p95Ms }));
    const ranked = rank([...known, one('a/unknown')], {});
    expect(ranked.find(({ id }) => id === 'a/unknown')?.parts).toMatchObject({ latency: 0.75, cost: 0.75 });
    const even = rank([one('a/1', { p95Ms: 0 }), one('a/2', { p95Ms: 5_000 }), one('a/unknown')], {});
    expect(even.find(({ id }) => id === 'a/unknown')?.parts.latency).toBe(0.75);
  });

  it('scores what is free 1, also when nothing may be paid', () => {
    expect(partsOf(one('a/x', { costUsd: 0 }))?.cost).toBe(1);
    expect(partsOf(one('a/x', { costUsd: 0 }), { maxCost: 0 })?.cost).toBe(1);
    expect(partsOf(one('a/x', { costUsd: 1 }), { maxCost: 0 })?.cost).toBe(0);
  });

  it('breaks ties by name', () => {
    expect(rank([one('b/x'), one('a/y'), one('a/x')], {}).map(({ id }) => id)).toEqual(['a/x', 'a/y', 'b/x']);
  });

  const number = fc.double({ min: -1, max: 1e9, noNaN: true });
  const unknown = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined });
  const tool = fc.record({ id: fc.string(), trust: number, relevance: number, p95Ms: unknown, costUsd: unknown });

  it('keeps every term and score in [0, 1], and falls', () => {
    fc.assert(
      fc.property(fc.array(tool), unknown, unknown, (tools, maxLatencyMs, maxCost) => {
        const ranked = rank(tools, { maxLatencyMs, maxCost });
        for (const { parts, score } of ranked) {
          for (const value of [...Object.values(parts), score]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        }
        const scores = ranked.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        expect(ranked).toHaveLength(tools.length);
      }),
    );
  });

  it('does not depend on the order of the tools', () => {
    const distinct = fc.uniqueArray(tool, { selector: ({ id }) => id });
    fc.assert(
      fc.property(distinct, (tools) => {
        expect(rank([...tools].reverse(), {})).toEqual(rank(tools, {}));
      }),
    );
  });

  it('has weights that add up to one', () => {
    expect(Object.values(rankWeights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  it('falls in no part: a tool that is better in one part alone has the higher score there, and is not ranked behind', () => {
    const within = fc.double({ min: 0, max: 1, noNaN: true });
    const known = fc.record({
      trust: within,
      relevance: within,
      p95Ms: fc.double({ min: 0, max: 9_999, noNaN: true }),
      costUsd: within,
    });
    const better = fc.constantFrom<(it: Omit<Rankable, 'id'>) => Partial<Rankable>>(
      (it) => ({ trust: Math.min(1, it.trust + 0.1) }),
      (it) => ({ relevance: Math.min(1, it.relevance + 0.1) }),
      (it) => ({ p95Ms: (it.p95Ms as number) / 2 }),
      (it) => ({ costUsd: (it.costUsd as number) / 2 }),
    );
    fc.assert(
      fc.property(known, better, fc.option(within, { nil: undefined }), (tool, change, maxCost) => {
        const ranked = rank(
          [
            { ...tool, id: 'b' },
            { ...tool, ...change(tool), id: 'a' },
          ],
          { maxCost },
        );
        expect(ranked.map(({ id }) => id)).toEqual(['a', 'b']);
        expect(ranked[0]?.score).toBeGreaterThanOrEqual(ranked[1]?.score as number);
      }),
    );
  });
});
