import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aVersion } from '@assay/registry/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { AwaitLimits, isLimitedForNow } from './await-limits.js';
import type { LimitCounters } from './policy/limit-counters.js';
import { LocalRateLimits } from './policy/local-rate-limits.js';

const counter = (limit: number) => ({
  ...{ key: 'a', limit, window: { kind: 'sliding' as const, ms: 60_000 } },
  ...{ name: 'caller.calls' as const, subject: 'default/ann', whole: limit, source: 'own' as const },
});
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

let clock: FakeClock;
let rates: LocalRateLimits;
let looks: number;
beforeEach(() => {
  clock = new FakeClock();
  rates = new LocalRateLimits(clock);
  looks = 0;
});

function limitsOf(limit: number) {
  const counters = {
    ofCall: () => {
      looks += 1;
      return [counter(limit)];
    },
    ofArguments: (_caller: unknown, _version: unknown, input?: string) =>
      input === undefined ? [] : [{ ...counter(1), key: input }],
  } as unknown as LimitCounters;
  return new AwaitLimits({ rates, counters, clock });
}
const asking = (withinMs = 600_000, signal = new AbortController().signal) => ({
  ...{ caller: aCaller(), version: aVersion(), withinMs, signal },
});

it('does not wait where there is room', async () => {
  await limitsOf(5).run(asking());
  expect(looks).toBe(1);
});

it('waits until there is room again, those of one caller in line, of whom one looks at a time', async () => {
  const limits = limitsOf(2);
  for (let use = 0; use < 2; use += 1) rates.acquire([counter(2)], 1);
  let isThere = 0;
  const waiting = Array.from({ length: 100 }, () =>
    limits.run(asking()).then(() => {
      isThere += 1;
      rates.acquire([counter(2)], 1);
    }),
  );
  await turns();
  expect([isThere, looks]).toEqual([0, 1]);
  clock.advance(61_000);
  await turns();
  expect(isThere).toBeGreaterThanOrEqual(1);
  expect(isThere).toBeLessThanOrEqual(4);
  for (let minute = 0; isThere < 100; minute += 1) {
    expect(minute).toBeLessThan(100);
    clock.advance(61_000);
    await turns();
  }
  await Promise.all(waiting);
});

it('waits for a recipient of a message, and keeps messages to others out of that line', async () => {
  const limits = limitsOf(100);
  rates.acquire([{ ...counter(1), key: 'bob' }], 1);
  const done: string[] = [];
  const send = (input: string) => limits.run({ ...asking(), input }).then(() => void done.push(input));
  const both = [send('bob'), send('ann')];
  await turns();
  expect(done).toEqual(['ann']);
  clock.advance(61_000);
  await Promise.all(both);
  expect(done).toEqual(['ann', 'bob']);
});

it('does not wait longer than it may, for what never comes, or once nobody wants it', async () => {
  const limits = limitsOf(1);
  rates.acquire([counter(1)], 1);
  await limits.run(asking(1_000));
  await limitsOf(0).run(asking());
  const controller = new AbortController();
  const waiting = limits.run(asking(600_000, controller.signal));
  await turns();
  controller.abort();
  await waiting;
  expect(looks).toBeGreaterThan(2);
});

it('tells a limit of the gateway from one of an upstream, and from one that never has room', () => {
  const limited = { code: 'rate_limited', message: 'Later.' } as const;
  const data = { limit: { name: 'caller.calls' } };
  expect(isLimitedForNow({ ...limited, retryAfterMs: 5, data })).toBe(true);
  expect(isLimitedForNow({ ...limited, retryAfterMs: 5 })).toBe(false);
  expect(isLimitedForNow({ ...limited, data })).toBe(false);
});
