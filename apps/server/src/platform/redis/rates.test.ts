import type { Counter } from '@assay/gateway';
import { InMemoryLimitCounts } from '@assay/gateway/testing';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../telemetry/logger.js';
import { openRates } from './rates.js';

const counters: readonly Counter[] = [{ key: 'a', limit: 10, window: { kind: 'sliding', ms: 60_000 } }];

async function setUp(found: readonly number[], redisUrl: string | null = null, counts = new InMemoryLimitCounts()) {
  const lines: string[] = [];
  const clock = new FakeClock();
  const left = [...found];
  const rates = await openRates({
    redisUrl,
    countReplicas: async () => {
      const next = left.shift();
      if (next === undefined) throw new Error('the database is away');
      return next;
    },
    clock,
    random: new FakeRandom(),
    counts,
    jobs: { add: () => undefined },
    log: createLogger('info', { write: (line) => void lines.push(line) }),
  });
  await rates.watchReplicas();
  const allowed = async () => (await rates.limits.peek(counters)).standings[0]?.allowed;
  /** Lets the count that has just begun end. */
  const counted = async () => {
    clock.advance(3_000);
    await Promise.resolve().then(() => undefined);
  };
  return { rates, lines, clock, allowed, counted };
}

describe('openRates', () => {
  it('allows everything to a server that is alone, and says nothing', async () => {
    const { lines, allowed, rates, clock } = await setUp([1]);
    expect(await allowed()).toBe(10);
    expect(rates.trouble()).toBeUndefined();
    expect(lines).toEqual([]);
    await rates.stop();
    expect(clock.waiting).toBe(0);
  });

  it('says that several servers want REDIS_URL, once, and allows each its part', async () => {
    const { lines, allowed, counted } = await setUp([2, 2]);
    expect(lines.join()).toContain('REDIS_URL is not set');
    expect(await allowed()).toBe(5);
    await counted();
    expect(lines).toHaveLength(1);
  });

  it('notices servers that come and go, and keeps what it knew while the database is away', async () => {
    const { lines, allowed, counted } = await setUp([1, 4]);
    await counted();
    expect(await allowed()).toBe(2);
    expect(lines).toHaveLength(1);
    await counted();
    expect(await allowed()).toBe(2);
  });

  it('counts what a server that has gone had counted, from when it notices', async () => {
    const counts = new InMemoryLimitCounts();
    const gone = counts.elsewhere();
    const { allowed, counted, rates, clock } = await setUp([2, 1], null, counts);
    const slice = Math.floor(clock.now() / 1_000);
    await gone.add([{ key: 'a', slice, sliceMs: 1_000, former: 60, count: 4 }]);
    gone.end();
    expect(await allowed()).toBe(5);
    await counted();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect((await rates.limits.peek(counters)).standings[0]).toMatchObject({ used: 4, allowed: 10 });
    await rates.stop();
  });

  it('does without a Redis that is not there, and says so', async () => {
    const { lines, allowed, rates } = await setUp([2], 'redis://:secret@127.0.0.1:1');
    expect(rates.trouble()).toEqual({
      degraded:
        'nothing listens there; until then each server applies its share of every limit and its own circuit breakers',
    });
    expect(await allowed()).toBe(5);
    expect(lines.join()).toContain('Redis is unavailable');
    expect(lines.join()).not.toMatch(/secret|REDIS_URL is not set/);
    await rates.stop();
  });
});
