import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Acquired, Counter, RateLimits, Window } from '../policy/rate-limits.js';

/** Limits on a clock that the test moves, starting in the middle of a slice and of a day. */
export interface RateLimitsFixture {
  readonly limits: RateLimits;
  /** Another replica of the same installation; the same one where there is only one. */
  readonly other: RateLimits;
  advance(ms: number): Promise<void> | void;
}

export interface RateLimitsContractCase {
  readonly name: string;
  readonly check: (fixture: RateLimitsFixture) => Promise<void>;
}

const minute: Window = { kind: 'sliding', ms: 60_000 };
const day: Window = { kind: 'calendar', ms: 86_400_000 };
const counter = (key: string, limit: number, parts: Partial<Counter> = {}): Counter => ({
  key,
  limit,
  window: minute,
  ...parts,
});
const share = (key: string): Counter => counter(key, Number.MAX_SAFE_INTEGER, { sharesFormer: true });

/** How many of `times` are granted, one after the other, by the replicas in turn. */
async function granted({ limits, other }: RateLimitsFixture, counters: readonly Counter[], times: number) {
  let count = 0;
  for (let turn = 0; turn < times; turn += 1) {
    const { granted: isGranted } = await (turn % 2 === 0 ? limits : other).acquire(counters, 1);
    if (isGranted) count += 1;
  }
  return count;
}

const used = ({ standings }: Acquired): number[] => standings.map((it) => it.used);

/** What every RateLimits promises. */
export const rateLimitsContract: readonly RateLimitsContractCase[] = [
  {
    name: 'a counter of money takes its weight from each use, beside one that counts uses',
    check: async (fixture) => {
      const budget = (weight: number) => counter('cost', 5_000_000_000, { window: day, weight });
      const counters = [counter('calls', 100), budget(1_999_999_999)];
      equal(await granted(fixture, counters, 4), 2);
      const spent = await fixture.other.acquire([counter('calls', 100), budget(1_000_000_002)], 1);
      equal(spent.granted, true);
      deepEqual(used(spent), [3, 5_000_000_000]);
      equal((await fixture.limits.acquire([budget(1)], 1)).granted, false);
      await fixture.other.giveBack([counter('calls', 100), budget(1_000_000_002)], 1, spent);
      const left = await fixture.limits.peek([counter('calls', 100), budget(1_000_000_002)]);
      deepEqual([left.granted, used(left)], [true, [2, 3_999_999_998]]);
      equal((await fixture.limits.peek([budget(1_000_000_003)])).granted, false);
    },
  },
  {
    name: 'grants up to the limit, and again when a window has passed',
    check: async (fixture) => {
      equal(await granted(fixture, [counter('a', 5)], 9), 5);
      await fixture.advance(58_000);
      equal(await granted(fixture, [counter('a', 5)], 2), 0);
      await fixture.advance(3_000);
      equal(await granted(fixture, [counter('a', 5)], 9), 5);
    },
  },
  {
    name: 'a window slides: what was used late counts late',
    check: async (fixture) => {
      equal(await granted(fixture, [counter('a', 4)], 2), 2);
      await fixture.advance(40_000);
      equal(await granted(fixture, [counter('a', 4)], 4), 2);
      await fixture.advance(21_000);
      equal(await granted(fixture, [counter('a', 4)], 4), 2);
      await fixture.advance(20_000);
      equal(await granted(fixture, [counter('a', 4)], 1), 0);
      await fixture.advance(20_000);
      equal(await granted(fixture, [counter('a', 4)], 4), 2);
    },
  },
  {
    name: 'of several counters all are counted or none',
    check: async (fixture) => {
      const [roomy, tight] = [counter('roomy', 10), counter('tight', 2)];
      equal(await granted(fixture, [roomy, tight], 5), 2);
      deepEqual(used(await fixture.other.peek([roomy, tight])), [2, 2]);
      equal(await granted(fixture, [roomy], 20), 8);
    },
  },
  {
    name: 'says how it stands, and when a refusal would be granted',
    check: async ({ limits, advance }) => {
      const one = await limits.acquire([counter('a', 2)], 1);
      deepEqual(one.standings, [{ used: 1, allowed: 2, retryAfterMs: 0 }]);
      await limits.acquire([counter('a', 2)], 1);
      const refused = await limits.acquire([counter('a', 2)], 1);
      equal(refused.granted, false);
      const waitMs = refused.standings[0]?.retryAfterMs ?? 0;
      ok(waitMs > 59_000 && waitMs <= 61_000, `waits ${waitMs} ms`);
      await advance(waitMs);
      equal((await limits.acquire([counter('a', 2)], 1)).granted, true);
    },
  },
  {
    name: 'more than the limit at once is never granted, and says so',
    check: async ({ limits }) => {
      const { granted: isGranted, standings } = await limits.acquire([counter('a', 3)], 4);
      equal(isGranted, false);
      equal(standings[0]?.retryAfterMs, null);
      const none = await limits.acquire([counter('b', 0)], 1);
      deepEqual([none.granted, none.standings[0]?.retryAfterMs], [false, null]);
    },
  },
  {
    name: 'costs are counted',
    check: async ({ limits, other }) => {
      equal((await limits.acquire([counter('a', 10)], 7)).granted, true);
      equal((await other.acquire([counter('a', 10)], 4)).granted, false);
      deepEqual(used(await other.acquire([counter('a', 10)], 3)), [10]);
    },
  },
  {
    name: 'what was given back can be had again, once',
    check: async (fixture) => {
      const { limits, other } = fixture;
      const counters = [counter('a', 2), counter('b', 9)];
      const first = await limits.acquire(counters, 2);
      await other.giveBack(counters, 2, first);
      deepEqual(used(await limits.peek(counters)), [0, 0]);
      await other.giveBack(counters, 2, first);
      equal(await granted(fixture, counters, 5), 2);
    },
  },
  {
    name: 'what was given back after it had left the window changes nothing',
    check: async (fixture) => {
      const first = await fixture.limits.acquire([counter('a', 2)], 2);
      await fixture.advance(62_000);
      await fixture.limits.acquire([counter('a', 2)], 1);
      await fixture.limits.giveBack([counter('a', 2)], 2, first);
      deepEqual(used(await fixture.limits.peek([counter('a', 2)])), [1]);
    },
  },
  {
    name: 'looking takes nothing, and says when something is left again',
    check: async ({ limits }) => {
      const unused = await limits.peek([counter('a', 1)]);
      deepEqual(unused, { granted: true, slices: [], standings: [{ used: 0, allowed: 1, retryAfterMs: 0 }] });
      await limits.acquire([counter('a', 1)], 1);
      const spent = await limits.peek([counter('a', 1)]);
      equal(spent.granted, false);
      ok((spent.standings[0]?.retryAfterMs ?? 0) > 59_000);
    },
  },
  {
    name: 'a day of the calendar ends at midnight',
    check: async (fixture) => {
      const counters = [counter('a', 3, { window: day })];
      equal(await granted(fixture, counters, 5), 3);
      await fixture.advance(86_400_000);
      equal(await granted(fixture, counters, 5), 3);
    },
  },
  {
    name: 'what somebody was refused of something shared is kept free for a window',
    check: async (fixture) => {
      const of = (name: string) => [counter('whole', 100), share(`whole by ${name}`)];
      equal(await granted(fixture, of('flood'), 96), 96);
      await fixture.advance(30_000);
      equal(await granted(fixture, of('small'), 50), 4);
      await fixture.advance(31_000);
      const flood = await granted(fixture, of('flood'), 200);
      ok(flood <= 77, `the flood has ${flood}`);
      const small = await granted(fixture, of('small'), 15);
      equal(small, 15);
      await fixture.advance(92_000);
      equal(await granted(fixture, of('flood'), 200), 96);
    },
  },
  {
    name: 'a caller rejected by a used-up shared limit learns when there will be room',
    check: async ({ limits }) => {
      await limits.acquire([counter('whole', 3), share('whole by one')], 3);
      const refused = await limits.acquire([counter('whole', 3), share('whole by other')], 1);
      equal(refused.granted, false);
      for (const { retryAfterMs } of refused.standings) ok((retryAfterMs ?? 0) > 59_000, `waits ${retryAfterMs} ms`);
    },
  },
  {
    name: 'a flood leaves the others something at once, and one alone may have nearly all',
    check: async (fixture) => {
      const of = (name: string) => [counter('whole', 100), share(`whole by ${name}`)];
      equal(await granted(fixture, of('flood'), 200), 96);
      equal(await granted(fixture, of('small'), 3), 3);
      const refused = await fixture.limits.acquire(of('flood'), 1);
      equal(refused.granted, false);
      ok((refused.standings[1]?.retryAfterMs ?? 0) > 59_000);
      equal(refused.standings[0]?.retryAfterMs, 0);
    },
  },
  {
    name: 'shares of shares: an organisation has its share however many callers it has',
    check: async (fixture) => {
      const of = (organisation: string, name: string) => [
        counter('whole', 1_000),
        share(`whole of ${organisation}`),
        share(`whole by ${name}`),
      ];
      let crowd = 0;
      for (let caller = 0; caller < 2; caller += 1) crowd += await granted(fixture, of('crowd', `c${caller}`), 900);
      ok(crowd <= 968, `the crowd has ${crowd}`);
      equal(await granted(fixture, of('crowd', 'newcomer'), 1), 1);
      const lone = await granted(fixture, of('lone', 'one'), 900);
      ok(lone >= 20, `the lone one has ${lone}`);
      await fixture.advance(62_000);
      const both = await Promise.all([
        granted(fixture, of('lone', 'one'), 900),
        granted(fixture, of('crowd', 'c0'), 900),
      ]);
      ok(Math.abs(both[0] - both[1]) <= 150, `${both.join(' and ')}`);
    },
  },
];
