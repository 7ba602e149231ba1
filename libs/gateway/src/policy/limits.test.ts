import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type { LimitCounter } from './limit-counters.js';
import { limitTable } from './limit-table.js';
import { countOnce, isRefused, refusalOf, standingsOf, tightest } from './limits.js';
import { LocalRateLimits } from './local-rate-limits.js';
import { unlimited } from './rate-limits.js';

const counter = (name: LimitCounter['name'], limit: number, parts: Partial<LimitCounter> = {}): LimitCounter => ({
  name,
  key: name,
  subject: 'acme',
  whole: limit,
  limit,
  window: limitTable[name].window,
  source: 'default',
  ...parts,
});
const shared = (limit: number, by: string): LimitCounter[] => [
  counter('provider.calls', limit),
  counter('provider.calls', limit, { key: `by ${by}`, limit: unlimited, sharesFormer: true }),
];

function setUp() {
  const clock = new FakeClock(Date.UTC(2026, 0, 1, 23, 0, 0));
  return { clock, limits: new LocalRateLimits(clock) };
}

describe('standingsOf', () => {
  it('takes the whole and its shares together', () => {
    const { limits } = setUp();
    const counters = [...shared(100, 'ann'), counter('caller.calls', 500)];
    const standings = standingsOf({ counters, acquired: limits.acquire(counters, 60) });
    expect(standings).toEqual([
      {
        name: 'provider.calls',
        subject: 'acme',
        limit: 100,
        windowMs: 60_000,
        calendar: false,
        share: 96,
        left: 36,
        retryAfterMs: 0,
        source: 'default',
      },
      expect.objectContaining({ name: 'caller.calls', share: null, left: 440 }),
    ]);
  });

  it('has no more left than of the whole is left', () => {
    const { limits } = setUp();
    limits.acquire(shared(100, 'ann'), 96);
    limits.acquire(shared(100, 'bob'), 2);
    const counters = shared(100, 'cid');
    expect(standingsOf({ counters, acquired: limits.peek(counters) })).toMatchObject([{ left: 2, share: 2 }]);
  });
});

describe('tightest', () => {
  it('is the limit of which relatively least is left', () => {
    const { limits } = setUp();
    const counters = [counter('caller.calls', 1_000), counter('tool.calls', 4), counter('namespace.calls', 100)];
    expect(tightest({ counters, acquired: limits.acquire(counters, 1) })?.name).toBe('tool.calls');
    expect(tightest({ counters: [], acquired: { granted: true, standings: [], slices: [] } })).toBeUndefined();
  });
});

describe('refusalOf', () => {
  const refusal = (counters: readonly LimitCounter[], limits = setUp().limits) =>
    refusalOf({ counters, acquired: limits.peek(counters) });

  it('names the limit that makes one wait longest', () => {
    const { limits, clock } = setUp();
    const counters = [counter('tool.calls', 1), counter('provider.publications', 1, { subject: 'default' })];
    limits.acquire(counters, 1);
    clock.advance(5_000);
    expect(refusal(counters, limits)).toEqual({
      code: 'rate_limited',
      message: 'The 1 publications by default a hour (provider.publications) are used up: try again in 3655 s.',
      retryAfterMs: 3_655_000,
      data: { limit: { name: 'provider.publications', subject: 'default', limit: 1, windowSeconds: 3_600 } },
    });
  });

  it('says when a day ends', () => {
    const { limits } = setUp();
    const counters = [counter('provider.calls.daily', 2)];
    limits.acquire(counters, 2);
    expect(refusal(counters, limits)).toMatchObject({
      retryAfterMs: 3_600_000,
      message: expect.stringContaining('2 calls of tools of acme a day (UTC) (provider.calls.daily) are used up'),
    });
  });

  it('says that it was a share that is used up', () => {
    const { limits } = setUp();
    limits.acquire(shared(1_000, 'ann'), 968);
    expect(refusal(shared(1_000, 'ann'), limits).message).toMatch(
      /^Your fair share of 1,000 calls of tools of acme a minute \(provider\.calls\), 968 as others call now, is used up/,
    );
  });

  it('promises nothing where nothing is allowed', () => {
    expect(refusal([counter('tool.calls', 0)])).toEqual({
      code: 'rate_limited',
      message: 'No calls of acme are allowed (tool.calls is 0): ask an administrator.',
      data: { limit: { name: 'tool.calls', subject: 'acme', limit: 0, windowSeconds: 60 } },
    });
  });

  it('is for refusals only', () => {
    expect(() => refusal([counter('tool.calls', 1)])).toThrow('Nothing was refused.');
  });
});

describe('countOnce', () => {
  it('counts until it refuses', async () => {
    const { limits } = setUp();
    const outcomes = [];
    for (let turn = 0; turn < 3; turn += 1)
      outcomes.push(isRefused(await countOnce(limits, [counter('tool.calls', 2)])));
    expect(outcomes).toEqual([false, false, true]);
  });
});
