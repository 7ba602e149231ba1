import { type Counter, LocalRateLimits, type Window } from '@assay/gateway';
import { rateLimitsContract } from '@assay/gateway/testing';
import { FakeClock } from '@assay/kernel/testing';
import { wallClock } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@redis/client';
import fc from 'fast-check';
import { RedisConnection } from './redis-connection.js';
import { RedisRateLimits } from './redis-rate-limits.js';
import { noRedis, startRedis, type TestRedis } from './redis-server.fixture.js';

const minute: Window = { kind: 'sliding', ms: 60_000 };
const counter = (key: string, limit: number): Counter => ({ key, limit, window: minute });

let redis: TestRedis;
const connections: RedisConnection[] = [];

async function connect(): Promise<RedisConnection> {
  const connection = new RedisConnection({ url: redis.url, clock: wallClock, patienceMs: 5_000 });
  connections.push(connection);
  await connection.open();
  return connection;
}

let names = 0;
/** Keys nobody has used. */
const fresh = (key: string): string => {
  names += 1;
  return `${key} ${names}`;
};

(noRedis === null ? describe : describe.skip)(`RedisRateLimits${noRedis === null ? '' : ` (${noRedis})`}`, () => {
  let one: RedisConnection;
  let two: RedisConnection;

  beforeAll(async () => {
    redis = await startRedis();
    one = await connect();
    two = await connect();
  });
  afterAll(async () => {
    await Promise.all(connections.map((it) => it.close()));
    await redis.stop();
  });

  function replicas() {
    let ahead = 0;
    const make = (connection: RedisConnection) =>
      new RedisRateLimits({ redis: connection, clock: wallClock, replicas: () => 2, aheadMs: () => ahead });
    const advance = (ms: number): void => {
      ahead += ms;
    };
    return { limits: make(one), other: make(two), advance };
  }

  describe('keeps the contract of RateLimits, on two replicas', () => {
    it.each(rateLimitsContract)('$name', async ({ check }) => {
      const { limits, other, advance } = replicas();
      const name = fresh('contract');
      const own = (inner: RedisRateLimits) => ({
        acquire: (list: readonly Counter[], cost: number) => inner.acquire(list.map(rename), cost),
        peek: (list: readonly Counter[]) => inner.peek(list.map(rename)),
        giveBack: (list: readonly Counter[], cost: number, acquired: never) =>
          inner.giveBack(list.map(rename), cost, acquired),
      });
      const rename = (it: Counter): Counter => ({ ...it, key: `${name} ${it.key}` });
      await expect(check({ limits: own(limits), other: own(other), advance } as never)).resolves.toBeUndefined();
    });
  });

  it('is exact when two replicas ask at once', async () => {
    const { limits, other } = replicas();
    const counters = [counter(fresh('whole'), 100), counter(fresh('part'), 70)];
    const asked = Array.from({ length: 300 }, (_, index) => (index % 2 ? limits : other).acquire(counters, 1));
    const granted = (await Promise.all(asked)).filter((it) => it.granted).length;
    expect(granted).toBe(70);
    expect((await limits.peek(counters)).standings.map((it) => it.used)).toEqual([70, 70]);
  });

  it('spends a budget exactly when two replicas ask at once', async () => {
    const { limits, other } = replicas();
    const day: Window = { kind: 'calendar', ms: 86_400_000 };
    const budget = { key: fresh('budget'), limit: 1_000_000, window: day, weight: 70_000 };
    const counters: Counter[] = [counter(fresh('calls'), 1_000), budget];
    const asked = Array.from({ length: 200 }, (_, index) => (index % 2 ? limits : other).acquire(counters, 1));
    const answers = await Promise.all(asked);
    expect(answers.filter((it) => it.granted)).toHaveLength(14);
    const [first] = answers;
    if (first === undefined) throw new Error('Nothing was asked.');
    await limits.giveBack(counters, 1, first);
    expect((await other.peek(counters)).standings.map((it) => it.used)).toEqual([13, 910_000]);
  });

  it('decides as the limits in memory do, whatever is asked and when', async () => {
    const steps = fc.array(
      fc.record({
        afterMs: fc.nat(30_000),
        who: fc.constantFrom('a', 'b', 'c'),
        cost: fc.integer({ min: 1, max: 4 }),
        back: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), steps, async (limit, list) => {
        const { limits, other, advance } = replicas();
        const start = Math.floor(Date.now() / 1_000) * 1_000 + 500;
        const clock = new FakeClock(start);
        const local = new LocalRateLimits(clock);
        const name = fresh('same');
        for (const [index, { afterMs, who, cost, back }] of list.entries()) {
          // Whole slices, so that the few ms that pass here between two steps make no difference.
          const wholeMs = Math.floor(afterMs / 1_000) * 1_000;
          clock.advance(wholeMs);
          advance(wholeMs);
          const counters: Counter[] = [
            counter(name, limit),
            { ...counter(`${name} ${who}`, 1_000), sharesFormer: true },
          ];
          const expected = local.acquire(counters, cost);
          const replica = index % 2 ? limits : other;
          const found = await replica.acquire(counters, cost);
          expect(found.granted).toBe(expected.granted);
          expect(found.standings.map(({ used, allowed }) => [used, allowed])).toEqual(
            expected.standings.map(({ used, allowed }) => [used, allowed]),
          );
          if (!back || !found.granted) continue;
          local.giveBack(counters, cost, expected);
          await replica.giveBack(counters, cost, found);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('keeps what counts also where each slice begins with a look or a refusal', async () => {
    const { limits, advance } = replicas();
    const counters = [counter(fresh('looked at'), 5)];
    await limits.acquire(counters, 1);
    const client = createClient({ url: redis.url });
    await client.connect();
    const key = `assay:limit:${counters[0]?.key}`;
    for (const begin of [() => limits.peek(counters), () => limits.acquire(counters, 5)]) {
      // As if most of the window had passed since the key was last given time.
      await client.pExpire(key, 2_000);
      advance(1_000);
      await begin();
      await limits.acquire(counters, 1);
      expect(await client.pTTL(key)).toBeGreaterThan(60_000);
    }
    await client.close();
  });

  it('goes on when Redis has forgotten its scripts and everything else', async () => {
    const { limits } = replicas();
    const counters = [counter(fresh('flushed'), 2)];
    await limits.acquire(counters, 2);
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.scriptFlush();
    await client.flushAll();
    await client.close();
    expect((await limits.acquire(counters, 1)).granted).toBe(true);
  });
});
