import { ok } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Chain, readChain } from '../notations/chain.js';
import { reliabilityOf } from './cost-and-reliability.js';
import { estimatePlan, type Outlooks, type ToolOutlook } from './estimate-plan.js';
import { atLeast, type Latency, timeAt } from './latency.js';

const latency = (p50: number, p95 = 2 * p50, p99 = 3 * p50): Latency => ({ p50, p95, p99 });
const outlook = (parts: Partial<ToolOutlook> = {}): ToolOutlook => ({
  name: 't/a',
  latency: latency(100),
  costUsd: { least: 0.01, most: 0.01 },
  levels: [{ provider: 'a', success: 0.95 }],
  ...parts,
});
const chainOf = (chain: Chain) => {
  const read = readChain(chain, {
    find: (name) => ok({ nesting: 0, manifest: aManifest({ name }) }),
    predicate: (text) => ok({ text, evaluate: () => ok(1) }),
  });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
};
const estimate = (
  chain: Chain,
  tool: (name: string) => Partial<ToolOutlook> = () => ({}),
  more: Partial<Outlooks> = {},
) =>
  estimatePlan(chainOf(chain), {
    tool: (name) => outlook({ name, ...tool(name) }),
    verdict: () => ({ verdict: 'ALLOW', why: '' }),
    atOnce: 64,
    ...more,
  });
const link = (tool = 't/a'): Chain => ({ tool, input: {} });
const five: Chain = { sequence: [1, 2, 3, 4, 5].map(() => link()) };
const fan = (join: 'all' | 'first' | { best: string }, count = 3): Chain => ({
  parallel: { branches: Object.fromEntries(Array.from({ length: count }, (_, at) => [`b${at}`, link()])), join },
});

describe('reliability', () => {
  it('is that of document 004 with its fallbacks: 0.975 for five steps, against 0.774 without', () => {
    expect(estimate(five).reliability).toBeCloseTo(0.774, 3);
    const levels = [
      { provider: 'a', success: 0.95 },
      { provider: 'b', success: 0.9 },
    ];
    expect(estimate(five, () => ({ levels })).reliability).toBeCloseTo(0.975, 3);
  });

  it('counts the levels of one provider once, at its best, and adds nothing for an unknown one', () => {
    const same = [0.5, 0.95, 0.9].map((success) => ({ provider: 'a', success }));
    expect(reliabilityOf(same)).toBeCloseTo(0.95);
    expect(reliabilityOf([...same, { provider: 'b', success: null }])).toBeCloseTo(0.95);
    expect(reliabilityOf([{ provider: 'b', success: null }, ...same])).toBeNull();
    expect(reliabilityOf([])).toBe(0);
  });

  it('is that of joins by the branches they need', () => {
    expect(estimate(fan('all')).reliability).toBeCloseTo(0.95 ** 3);
    expect(estimate(fan('first')).reliability).toBeCloseTo(1 - 0.05 ** 3);
  });

  it('is that of every turn a loop may take, and of the case of a branch that fails most', () => {
    expect(estimate({ repeat: { body: link(), max: 3, until: 'x' } }).reliability).toBeCloseTo(0.95 ** 3);
    const branch: Chain = { branch: { on: 'x', cases: { y: link('t/good'), n: link('t/bad') } } };
    const success = (name: string) => (name === 't/good' ? 0.99 : 0.5);
    const so = estimate(branch, (name) => ({ levels: [{ provider: 'a', success: success(name) }] }));
    expect(so.reliability).toBe(0.5);
  });
});

describe('estimatePlan', () => {
  it('adds distributions, not quantiles: the tail of a sum is shorter than the sum of tails', () => {
    const so = estimate(five);
    expect(so).toMatchObject({ turns: { without: 6, with: 2 } });
    expect(so.waves).toHaveLength(5);
    expect(so.costUsd.most).toBeCloseTo(0.05);
    expect(so.latency?.p50).toBeGreaterThan(500);
    expect(so.latency?.p95).toBeLessThan(900);
  });

  it('takes joins by the order of their ends, and what costs of it', () => {
    const [all, first] = [estimate(fan('all')), estimate(fan('first'))];
    expect(all.latency?.p50).toBeGreaterThan(110);
    expect(first.latency?.p50).toBeLessThan(90);
    expect(first.costUsd).toEqual({ least: 0.01, most: expect.closeTo(0.03) });
    expect(estimate(fan({ best: 'x' })).costUsd.least).toBeCloseTo(0.03);
    expect(all.costUsd.least).toBeCloseTo(0.03);
    expect(estimate(fan('all', 10)).latency?.p50).toBeGreaterThan(all.latency?.p50 ?? 0);
  });

  it('takes a branch for the case that takes longest, and costs anything between the least and the most', () => {
    const branch: Chain = { branch: { on: 'x', cases: { y: link('t/slow'), n: link('t/quick') } } };
    const so = estimate(branch, (name) =>
      name === 't/slow'
        ? { latency: latency(900, 900, 900) }
        : { latency: latency(10, 10, 10), costUsd: { least: 0.5, most: 0.7 } },
    );
    expect(so.latency?.p50).toBe(900);
    expect(so.costUsd).toEqual({ least: 0.01, most: 0.7 });
  });

  it('takes a loop for as long as it may go on, and no more calls at a time than a run makes', () => {
    const always = () => ({ latency: latency(100, 100, 100) });
    const loop: Chain = { repeat: { body: link(), max: 3, until: 'x' } };
    expect(estimate(loop, always)).toMatchObject({ latency: { p50: 300 }, turns: { without: 2 } });
    expect(estimate(fan('all', 100), always, { atOnce: 10 }).latency?.p50).toBeCloseTo(1_045);
    expect(estimate(fan('all', 100), always, { atOnce: 100 }).latency?.p50).toBe(100);
  });

  it('says what is not known, and of which tools, and invents nothing', () => {
    const chain: Chain = { sequence: [link('t/known'), link('t/new'), link('t/new')] };
    const nothing = { latency: null, costUsd: { least: 0, most: null }, levels: [{ provider: 'a', success: null }] };
    const so = estimate(chain, (name) => (name === 't/new' ? nothing : {}));
    expect(so).toMatchObject({
      ...{ latency: null, reliability: null, costUsd: { least: 0.01, most: null } },
      unknown: { latency: ['t/new'], cost: ['t/new'], reliability: ['t/new'] },
    });
    expect(estimate(five).unknown).toEqual({ latency: [], cost: [], reliability: [] });
  });

  it('names what waits for a person and what is refused, within compositions too', () => {
    const chain: Chain = {
      sequence: [link('t/a'), { branch: { on: 'x', cases: { y: link('t/pay'), n: link('t/no') } } }],
    };
    const within = { approvals: ['inner'], refused: [], unknown: { latency: [], cost: ['t/deep'], reliability: [] } };
    const so = estimate(chain, (name) => (name === 't/a' ? { within, costUsd: { least: 0, most: null } } : {}), {
      verdict: ({ tool }) => ({
        verdict: tool === 't/pay' ? 'REQUIRE_APPROVAL' : tool === 't/no' ? 'DENY' : 'ALLOW',
        why: 'the rules',
      }),
    });
    expect(so.approvals).toEqual(['0/inner', '1.y']);
    expect(so.refused).toEqual([{ step: '1.n', why: 'the rules' }]);
    expect(so.unknown.cost).toEqual(['t/deep']);
    expect(so.turns.without).toBe(3);
  });
});

describe('latencies', () => {
  it('go through their known quantiles, and never back', () => {
    const known = fc.record({
      p50: fc.integer({ min: 1, max: 1_000 }),
      more: fc.integer({ min: 1, max: 1_000 }),
      most: fc.integer({ min: 1, max: 1_000 }),
    });
    fc.assert(
      fc.property(known, ({ p50, more, most }) => {
        const so = latency(p50, p50 + more, p50 + more + most);
        expect(timeAt(so, 0.5)).toBeCloseTo(so.p50, 6);
        expect(timeAt(so, 0.95)).toBeCloseTo(so.p95, 6);
        expect(timeAt(so, 0.99)).toBeCloseTo(so.p99, 6);
        let before = 0;
        for (let share = 0.01; share < 0.999; share += 0.01) {
          const now = timeAt(so, share);
          expect(now).toBeGreaterThanOrEqual(before);
          before = now;
        }
      }),
    );
    expect(timeAt(latency(0, 0, 0), 0.9)).toBe(0);
    expect(timeAt(latency(5, 5, 5), 0.9)).toBe(5);
  });

  it('count the ways in which at least so many happen', () => {
    expect(atLeast([0.5, 0.5], 1)).toBeCloseTo(0.75);
    expect(atLeast([0.5, 0.5], 2)).toBeCloseTo(0.25);
    expect(atLeast([], 0)).toBe(1);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (shares) => {
        expect(atLeast(shares, 0)).toBeCloseTo(1);
        expect(atLeast(shares, shares.length)).toBeCloseTo(shares.reduce((product, it) => product * it, 1));
      }),
    );
  });
});
