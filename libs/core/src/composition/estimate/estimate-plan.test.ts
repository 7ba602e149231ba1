import { aManifest } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ok } from '../../kernel/result.js';
import { type Chain, readChain } from '../notations/chain.js';
import { estimatePlan, reliabilityOf, type ToolOutlook } from './estimate-plan.js';
import { atLeast, doneBy, kthOf, type Latency } from './latency.js';

const latency = (p50: number, p95 = 2 * p50, p99 = 3 * p50): Latency => ({ p50, p95, p99 });
const outlook = (parts: Partial<ToolOutlook> = {}): ToolOutlook => ({
  latency: latency(100),
  costUsd: 0.01,
  needsApproval: false,
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
const link = (tool = 't/a'): Chain => ({ tool, input: {} });
const five: Chain = { sequence: [1, 2, 3, 4, 5].map(() => link()) };

describe('reliabilityOf', () => {
  it('is that of document 004 with its fallbacks: 0.975 for five steps, against 0.774 without', () => {
    const alone = estimatePlan(chainOf(five), () => outlook()).reliability;
    expect(alone).toBeCloseTo(0.774, 3);
    const levels = [
      { provider: 'a', success: 0.95 },
      { provider: 'b', success: 0.9 },
    ];
    expect(estimatePlan(chainOf(five), () => outlook({ levels })).reliability).toBeCloseTo(0.975, 3);
  });

  it('counts the levels of one provider once, at its best', () => {
    const same = [0.5, 0.95, 0.9].map((success) => ({ provider: 'a', success }));
    expect(reliabilityOf(same)).toBeCloseTo(0.95);
    expect(reliabilityOf([])).toBe(0);
  });
});

describe('estimatePlan', () => {
  it('adds up sequences, and takes the longest of what runs at once', () => {
    const so = estimatePlan(chainOf(five), () => outlook());
    expect(so).toMatchObject({ expectedMs: 500, worstMs: 1_000, turns: { without: 6, with: 2 } });
    expect(so.costUsd.most).toBeCloseTo(0.05);
    expect(so.waves).toHaveLength(5);
  });

  it('names what waits for a person', () => {
    const chain: Chain = { sequence: [link('t/a'), { branch: { on: 'x', cases: { y: link('t/pay') } } }] };
    const { approvals, costUsd } = estimatePlan(chainOf(chain), (tool) => outlook({ needsApproval: tool === 't/pay' }));
    expect(approvals).toEqual(['sequence/1/branch/cases/y']);
    expect(costUsd).toEqual({ least: 0.02, most: 0.02 });
  });

  it('takes joins by the order of their ends', () => {
    const fan = (join: 'all' | 'first'): Chain => ({
      parallel: { branches: { a: link(), b: link(), c: link() }, join },
    });
    const all = estimatePlan(chainOf(fan('all')), () => outlook());
    const first = estimatePlan(chainOf(fan('first')), () => outlook());
    expect(all.expectedMs).toBeGreaterThan(100);
    expect(first.expectedMs).toBeLessThan(100);
    expect(all.reliability).toBeCloseTo(0.95 ** 3);
    expect(first.reliability).toBeCloseTo(1 - 0.05 ** 3);
    expect([first.costUsd.least, first.costUsd.most]).toEqual([0.01, expect.closeTo(0.03)]);
  });

  it('takes a loop for as long as it may go on', () => {
    const loop: Chain = { repeat: { body: link(), max: 3, until: 'x' } };
    expect(estimatePlan(chainOf(loop), () => outlook())).toMatchObject({ expectedMs: 300, turns: { without: 2 } });
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
        expect(doneBy(so, so.p50)).toBeCloseTo(0.5, 6);
        expect(doneBy(so, so.p95)).toBeCloseTo(0.95, 6);
        expect(doneBy(so, so.p99)).toBeCloseTo(0.99, 6);
        let before = 0;
        for (let time = 1; time < so.p99 * 2; time *= 1.3) {
          const now = doneBy(so, time);
          expect(now).toBeGreaterThanOrEqual(before);
          before = now;
        }
      }),
    );
  });

  it('of the only one are its own, and more of them take longer for all and less for the first', () => {
    expect(kthOf([latency(100)], 1).p50).toBeCloseTo(100, 3);
    expect(kthOf([latency(100)], 1).p95).toBeCloseTo(200, 3);
    const many = (count: number) => Array.from({ length: count }, () => latency(100));
    expect(kthOf(many(10), 10).p50).toBeGreaterThan(kthOf(many(2), 2).p50);
    expect(kthOf(many(10), 1).p50).toBeLessThan(kthOf(many(2), 1).p50);
    expect(kthOf([], 1)).toEqual({ p50: 0, p95: 0, p99: 0 });
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
