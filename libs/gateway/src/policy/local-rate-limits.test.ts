import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateLimitsContract } from '../testing/rate-limits.contract.js';
import { LocalRateLimits } from './local-rate-limits.js';
import type { Counter, Window } from './rate-limits.js';

const minute: Window = { kind: 'sliding', ms: 60_000 };

function setUp(cap?: number) {
  const clock = new FakeClock(Date.UTC(2026, 0, 1, 12, 0, 0, 300));
  return { clock, limits: new LocalRateLimits(clock, cap === undefined ? {} : { cap }) };
}

describe('LocalRateLimits keeps the contract of RateLimits', () => {
  it.each(rateLimitsContract)('$name', async ({ check }) => {
    const { clock, limits } = setUp();
    await expect(check({ limits, other: limits, advance: (ms) => clock.advance(ms) })).resolves.toBeUndefined();
  });
});

describe('LocalRateLimits', () => {
  it('grants no window, wherever it begins, more than the limit, and frees places a slice late at most', () => {
    const arrivals = fc.array(fc.record({ afterMs: fc.nat(9_000), cost: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 150,
    });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 12 }), arrivals, (limit, list) => {
        const { clock, limits } = setUp();
        const log: { at: number; cost: number }[] = [];
        const within = (from: number) =>
          log.filter(({ at }) => at > from && at <= clock.now()).reduce((sum, it) => sum + it.cost, 0);
        for (const { afterMs, cost } of list) {
          clock.advance(afterMs);
          const { granted } = limits.acquire([{ key: 'a', limit, window: minute }], cost);
          if (granted) log.push({ at: clock.now(), cost });
          else expect(within(clock.now() - 61_000) + cost).toBeGreaterThan(limit);
          expect(within(clock.now() - 60_000)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  /** Floods of 20 a second each, and from the second minute on one who wants `perSecond` of the 600 a minute. */
  function contest(floods: number, perSecond: number) {
    const { clock, limits } = setUp();
    const take = (name: string): boolean => {
      const whole: Counter = { key: 'whole', limit: 600, window: minute };
      return limits.acquire([whole, { ...whole, key: `by ${name}`, limit: 600, sharesFormer: true }], 1).granted;
    };
    const has = Array.from({ length: floods }, () => 0);
    const refusedAt: number[] = [];
    for (let second = 0; second < 1_200; second += 1) {
      for (let turn = 0; turn < 20 * floods; turn += 1)
        if (take(`flood ${turn % floods}`)) has[turn % floods] = (has[turn % floods] as number) + 1;
      const asks = Math.floor(second * perSecond) - Math.floor((second - 1) * perSecond);
      for (let turn = 0; second >= 60 && turn < asks; turn += 1) if (!take('small')) refusedAt.push(second);
      clock.advance(1_000);
    }
    return { has, refusedAt };
  }

  it('keeps a flood from refusing anything to one who asks for less than is kept for it', () => {
    const { has, refusedAt } = contest(1, 0.25);
    expect(refusedAt).toEqual([]);
    // 600 less the reserve of 19 and the 15 of the small one, of which a slice is late.
    expect((has[0] as number) / 20).toBeGreaterThan(540);
  });

  it.each([1, 2, 4])('serves one who asks for %d a second of a flood of ten from the second window on', (perSecond) => {
    const { has, refusedAt } = contest(1, perSecond);
    // A window is 61 slices long here, so that one second of it is without a place.
    const settled = refusedAt.filter((second) => second > 60 + 2 * 61);
    expect(new Set(settled).size).toBeLessThanOrEqual(17);
    expect((has[0] as number) / 20).toBeGreaterThan(0.9 * (600 - 60 * perSecond));
  });

  it('gives one who is alone nearly the whole', () => {
    expect((contest(1, 0).has[0] as number) / 20).toBeGreaterThan(550);
  });

  it('says when there will be a place to one who has nothing to give up', () => {
    const { limits } = setUp();
    const of = (name: string): Counter[] => [
      { key: 'whole', limit: 3, window: minute },
      { key: `by ${name}`, limit: 3, window: minute, sharesFormer: true },
    ];
    limits.acquire(of('one'), 3);
    const { granted, standings } = limits.acquire(of('other'), 1);
    expect(granted).toBe(false);
    expect(standings.map((it) => it.retryAfterMs)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(standings[1]?.retryAfterMs).toBeGreaterThan(59_000);
  });

  it('gives one who comes into several floods its share within a few windows, and the floods equal ones', () => {
    const { has, refusedAt } = contest(2, 2);
    expect(refusedAt.filter((second) => second > 60 + 5 * 61)).toEqual([]);
    expect(refusedAt.length).toBeLessThan(200);
    expect(Math.abs((has[0] as number) - (has[1] as number))).toBeLessThan(60);
  });

  it('allows its part where there are others, at least one, and none of nothing', () => {
    const limits = new LocalRateLimits(new FakeClock(), { replicas: () => 3 });
    const allowed = [10, 2, 0].map(
      (limit) => limits.peek([{ key: `of ${limit}`, limit, window: minute }]).standings[0]?.allowed,
    );
    expect(allowed).toEqual([3, 1, 0]);
  });

  it('forgets counters nobody uses', () => {
    const { clock, limits } = setUp();
    for (let index = 0; index < 1_000; index += 1)
      limits.acquire([{ key: `old ${index}`, limit: 1, window: minute }], 1);
    clock.advance(120_000);
    for (let index = 0; index < 400; index += 1) limits.acquire([{ key: `new ${index}`, limit: 1, window: minute }], 1);
    expect(limits.size).toBeLessThan(500);
  });

  it('keeps so many counters and no more, those that count most rather than others', () => {
    const { limits } = setUp(100);
    const busy = { key: 'busy', limit: 50, window: minute };
    limits.acquire([busy], 50);
    for (let index = 0; index < 5_000; index += 1)
      limits.acquire([{ key: `seldom ${index}`, limit: 1, window: minute }], 1);
    expect(limits.size).toBeLessThanOrEqual(101);
    expect(limits.acquire([busy], 1).granted).toBe(false);
  });

  it('keeps days when the clock that never goes back began today', () => {
    const clock = { now: () => Date.UTC(2026, 0, 2), monotonic: () => 5, after: () => () => undefined };
    const limits = new LocalRateLimits(clock);
    const daily = [{ key: 'a', limit: 1, window: { kind: 'calendar', ms: 86_400_000 } }] as const;
    limits.acquire(daily, 1);
    expect(limits.peek(daily).standings[0]?.retryAfterMs).toBe(86_400_000);
  });
});
