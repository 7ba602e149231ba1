import { FakeClock } from '@assay/kernel/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InMemoryLimitCounts } from '../testing/in-memory-limit-counts.js';
import { rateLimitsContract } from '../testing/rate-limits.contract.js';
import { DurableRateLimits } from './durable-rate-limits.js';
import type { LimitCounts, SliceCount } from './limit-counts.js';
import { LocalRateLimits } from './local-rate-limits.js';
import type { Counter } from './rate-limits.js';

const minute: Counter = { key: 'a', limit: 5, window: { kind: 'sliding', ms: 60_000 }, kept: 'exactly' };
const day: Counter = { key: 'b', limit: 5, window: { kind: 'calendar', ms: 86_400_000 }, kept: 'exactly' };

let clock: FakeClock;
let counts: InMemoryLimitCounts;
let problems: unknown[];
beforeEach(() => {
  clock = new FakeClock(Date.UTC(2026, 10, 23, 12, 0, 0, 300));
  counts = new InMemoryLimitCounts();
  problems = [];
});

/** A process over the same counts: what another had in memory is gone. */
async function start(kept: LimitCounts = counts, replicas = 1): Promise<DurableRateLimits> {
  const onProblem = (cause: unknown) => problems.push(cause);
  const local = new LocalRateLimits(clock, { replicas: () => replicas });
  const limits = new DurableRateLimits({ local, counts: kept, clock, onProblem });
  await limits.restore();
  return limits;
}

describe('DurableRateLimits keep the contract of RateLimits', () => {
  it.each(rateLimitsContract)('$name', async ({ check }) => {
    const limits = await start();
    await expect(check({ limits, other: limits, advance: (ms) => clock.advance(ms) })).resolves.toBeUndefined();
  });
});

it.each([
  ['sliding', minute],
  ['calendar', day],
])('a limit of 5 over a %s window means 5, however often the process is killed', async (_kind, counter) => {
  let granted = 0;
  for (let process = 0; process < 4; process += 1) {
    const limits = await start();
    for (let call = 0; call < 2; call += 1) {
      // Killed with the call in flight: it counts.
      if ((await limits.acquire([counter], 1)).granted) granted += 1;
      clock.advance(1_000);
    }
  }
  expect(granted).toBe(5);
  expect((await start()).peek([counter]).standings[0]).toMatchObject({ used: 5, allowed: 5 });
});

it('grants no window more than the limit over restarts, and no place is lost for more than a slice', () => {
  const steps = fc.array(fc.record({ afterMs: fc.nat(20_000), restarts: fc.boolean() }), {
    minLength: 1,
    maxLength: 60,
  });
  return fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const [own, log] = [new InMemoryLimitCounts(), [] as number[]];
      const within = (ms: number) => log.filter((at) => at > clock.now() - ms).length;
      let limits = await start(own);
      for (const { afterMs, restarts } of list) {
        clock.advance(afterMs);
        if (restarts) limits = await start(own);
        const { granted } = await limits.acquire([minute], 1);
        if (granted) log.push(clock.now());
        else expect(within(63_000)).toBeGreaterThanOrEqual(5);
        expect(within(60_000)).toBeLessThanOrEqual(5);
      }
    }),
    { numRuns: 50 },
  );
});

it('keeps what was given back out, and of several counters all', async () => {
  const limits = await start();
  const acquired = await limits.acquire([minute, day], 1);
  await limits.acquire([minute, day], 1);
  limits.giveBack([minute, day], 1, acquired);
  await limits.flush();
  expect((await start()).peek([minute, day]).standings.map(({ used }) => used)).toEqual([1, 1]);
});

it('takes up what other records show, and only what is missing', async () => {
  const limits = await start();
  await limits.acquire([day], 1);
  const slice = Math.floor(clock.now() / day.window.ms);
  const total = { key: day.key, slice, sliceMs: day.window.ms, former: 0, count: 4 };
  await limits.rebuild([total]);
  await limits.rebuild([total]);
  expect(limits.peek([day]).standings[0]).toMatchObject({ used: 4 });
  const next = await start();
  await next.rebuild([total]);
  expect(next.peek([day]).standings[0]).toMatchObject({ used: 4 });
});

/** How much of a counter is granted to several processes that ask in turns until none gets any more. */
async function grantedTo(processes: readonly DurableRateLimits[], counter: Counter): Promise<number> {
  let granted = 0;
  for (let before = -1; before < granted; ) {
    before = granted;
    for (const each of processes) if ((await each.acquire([counter], 1)).granted) granted += 1;
  }
  return granted;
}

it.each([0, 1, 4, 8, 10, 12])('several processes share what other records show: of 10, %d used', async (recorded) => {
  const ten = { ...day, limit: 10 };
  const places = [counts, counts.elsewhere()];
  const slice = Math.floor(clock.now() / day.window.ms);
  const total = { key: day.key, slice, sliceMs: day.window.ms, former: 0, count: recorded };
  const processes: DurableRateLimits[] = [];
  for (const place of places) {
    const limits = await start(place, places.length);
    await limits.rebuild(recorded === 0 ? [] : [total]);
    processes.push(limits);
  }
  // The rest is divided: what cannot be is granted to nobody.
  const rest = Math.max(0, 10 - recorded);
  expect(await grantedTo(processes, ten)).toBe(rest - (rest % 2));
});

it('what processes have counted that were replaced counts for all others together, once', async () => {
  const ten = { ...minute, limit: 10 };
  const former = [counts, counts.elsewhere()];
  for (const place of former) await grantedTo([await start(place, 2)], { ...ten, limit: 4 });
  for (const place of former) place.end();
  const places = [counts.elsewhere(), counts.elsewhere()];
  const processes = await Promise.all(places.map((place) => start(place, 2)));
  expect(processes.map((it) => it.peek([ten]).standings[0])).toMatchObject([{ used: 4 }, { used: 4 }]);
  expect(await grantedTo(processes, ten)).toBe(6);
  const refused = processes[0]?.peek([ten]);
  expect(refused).toMatchObject({ granted: false, standings: [{ retryAfterMs: expect.any(Number) }] });
  clock.advance(refused?.standings[0]?.retryAfterMs ?? 0);
  expect(processes[0]?.peek([ten]).granted).toBe(true);
});

it('learns while it runs what a process that ended has counted', async () => {
  const other = counts.elsewhere();
  const [survivor, ended] = [await start(counts), await start(other)];
  await grantedTo([ended], { ...minute, limit: 3 });
  expect(survivor.peek([minute]).standings[0]).toMatchObject({ used: 0 });
  other.end();
  await survivor.refresh();
  await survivor.refresh();
  expect(survivor.peek([minute]).standings[0]).toMatchObject({ used: 3 });
});

it('waits for no write where the last second may be forgiven, and writes it within one', async () => {
  const large: Counter = { ...day, limit: 1_000_000, kept: 'soon' };
  const memory: Counter = { key: 'c', limit: 5, window: minute.window };
  const limits = await start();
  expect(limits.acquire([large, memory], 1)).toMatchObject({ granted: true });
  expect((await counts.load(clock.now())).own).toEqual([]);
  clock.advance(1_000);
  await limits.flush();
  expect((await counts.load(clock.now())).own.map(({ key }) => key)).toEqual(['b']);
});

it('lets calls go on while the database is away, and counts them when it is back', async () => {
  const gate = Promise.withResolvers<void>();
  const written: number[] = [];
  let add: LimitCounts['add'] = () => gate.promise;
  const away = {
    load: async () => ({ own: [], shared: [] }),
    prune: async () => undefined,
    raise: async () => undefined,
    add: (added: readonly SliceCount[]) => add(added),
  };
  const limits = await start(away);
  const slow = Promise.resolve(limits.acquire([minute], 1));
  clock.advance(500);
  expect((await slow).granted).toBe(true);
  gate.reject(new Error('away'));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(problems).toEqual([new Error('away')]);
  add = async (added) => void written.push(...added.map(({ count }) => count));
  clock.advance(1_000);
  await limits.flush();
  expect(written).toEqual([1]);
});
