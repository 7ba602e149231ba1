import { type OutputPreset, outputLevels, outputPresets } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseLevel, judge, type Offer, spendable } from './choose-level.js';

const offer = (level: Offer['level'], tokens: number, latencyMs = 0): Offer => ({ level, tokens, latencyMs });
const terms = { rawTokens: 1_000, remainingMs: 10_000 };
const all = [offer('L0', 1_000), offer('L1', 300), offer('L2', 100, 2_000), offer('L3', 60), offer('L4', 8)];

describe('chooseLevel', () => {
  it('weighs tokens, loss and latency (14.2.2)', () => {
    const judged = judge(all, terms);
    expect(judged.map(({ level, cost }) => [level, Number(cost.toFixed(4))])).toEqual([
      ['L0', 0.3],
      ['L1', 0.15],
      ['L2', 0.26],
      ['L3', 0.318],
      ['L4', 0.5424],
    ]);
    expect(chooseLevel(all, terms)?.level).toBe('L1');
  });

  it.each<[OutputPreset, string]>([
    ['high-stakes', 'L0'],
    ['batch', 'L3'],
  ])('with the preset %s takes %s', (preset, level) => {
    expect(chooseLevel(all, { ...terms, preset })?.level).toBe(level);
  });

  it.each([
    [2_000, 'L1'],
    [200, 'L2'],
    [80, 'L3'],
    [10, 'L4'],
    [5, undefined],
  ])('within a budget of %i tokens takes %s', (tokenBudget, level) => {
    expect(chooseLevel(all, { ...terms, tokenBudget })?.level).toBe(level);
  });

  it('keeps a margin, and takes nothing that would come too late', () => {
    expect(spendable(100)).toBe(95);
    expect(chooseLevel([offer('L0', 96)], { ...terms, tokenBudget: 100 })).toBeUndefined();
    expect(chooseLevel([offer('L2', 1, 10_000)], terms)).toBeUndefined();
  });

  it('of equals takes the lower level', () => {
    const free = { ...terms, rawTokens: 1 };
    const tie = [offer('L1', 10), offer('L0', 10 + (0.1 * 0.6) / 0.3)];
    expect(chooseLevel(tie, free)?.level).toBe('L0');
    expect(chooseLevel([...tie].reverse(), free)?.level).toBe('L0');
  });

  const anOffers = fc
    .uniqueArray(fc.constantFrom(...outputLevels), { minLength: 1 })
    .chain((levels) =>
      fc.tuple(
        ...levels.map((level) =>
          fc.record({ level: fc.constant(level), tokens: fc.nat(5_000), latencyMs: fc.nat(3_000) }),
        ),
      ),
    );
  const aPreset = fc.option(fc.constantFrom(...outputPresets), { nil: undefined });

  it('is never over the budget, and costs never more with a larger one (property)', () => {
    fc.assert(
      fc.property(anOffers, fc.nat(6_000), fc.nat(6_000), fc.integer({ min: 1, max: 5_000 }), aPreset, (...drawn) => {
        const [offers, one, other, rawTokens, preset] = drawn;
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        const common = { rawTokens, remainingMs: 2_000, preset };
        const less = chooseLevel(offers, { ...common, tokenBudget: small });
        const more = chooseLevel(offers, { ...common, tokenBudget: large });
        if (less !== undefined) {
          expect(less.tokens).toBeLessThanOrEqual(small);
          expect(more?.cost).toBeLessThanOrEqual(less.cost);
        }
        if (more !== undefined) expect(more.tokens).toBeLessThanOrEqual(large);
      }),
    );
  });

  it('loses no more with a larger budget, as long as no level takes time (property)', () => {
    fc.assert(
      fc.property(anOffers, fc.nat(6_000), fc.nat(6_000), aPreset, (offers, one, other, preset) => {
        const now = offers.map((it) => ({ ...it, latencyMs: 0 }));
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        const less = chooseLevel(now, { ...terms, preset, tokenBudget: small });
        const more = chooseLevel(now, { ...terms, preset, tokenBudget: large });
        if (less !== undefined && more !== undefined) expect(more.level <= less.level).toBe(true);
      }),
    );
  });
});
