import type { Counter, Window } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { wallClock } from '@assay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { RedisConnection } from './redis-connection.js';
import { RedisRateLimits } from './redis-rate-limits.js';
import type { Script } from './script.js';

const minute: Window = { kind: 'sliding', ms: 60_000 };
const counters: readonly Counter[] = [{ key: 'a', limit: 10, window: minute }];

/** A Redis that is there or away as the test says, and notes what it is asked. */
function setUp(replicas = 2) {
  const clock = new FakeClock();
  const state = { isUsable: true, fails: false, asked: [] as (readonly string[])[] };
  const redis = {
    get isUsable() {
      return state.isUsable;
    },
    run: async (_script: Script, _keys: readonly string[], args: readonly string[]) => {
      state.asked.push(args);
      if (state.fails) throw new Error('no answer within 50 ms');
      return [1, 1, 10, 0, 7];
    },
  };
  return { clock, state, limits: new RedisRateLimits({ redis, clock, replicas: () => replicas }) };
}

async function grantedOf(limits: RedisRateLimits, times: number): Promise<number> {
  let granted = 0;
  for (let turn = 0; turn < times; turn += 1) if ((await limits.acquire(counters, 1)).granted) granted += 1;
  return granted;
}

/** What a request asks to be counted that was granted elsewhere. */
const debtIn = (args: readonly string[] | undefined): string | undefined => args?.at(-2);

describe('RedisRateLimits without Redis', () => {
  it('allows this replica its part, counting what it has granted lately', async () => {
    const { state, limits } = setUp();
    expect(await grantedOf(limits, 3)).toBe(3);
    state.isUsable = false;
    expect(await grantedOf(limits, 9)).toBe(2);
  });

  it('does so too when Redis fails in the middle of it', async () => {
    const { state, limits } = setUp();
    state.fails = true;
    expect(await grantedOf(limits, 9)).toBe(5);
  });

  it('allows one where there are more replicas than places, and none where nothing is allowed', async () => {
    const { state, limits } = setUp(50);
    state.isUsable = false;
    expect(await grantedOf(limits, 3)).toBe(1);
    expect((await limits.acquire([{ key: 'b', limit: 0, window: minute }], 1)).granted).toBe(false);
    expect((await limits.peek(counters)).standings).toMatchObject([{ used: 1, allowed: 1 }]);
  });

  it('enters what it granted when Redis is back, once', async () => {
    const { state, limits } = setUp();
    state.isUsable = false;
    await grantedOf(limits, 3);
    state.isUsable = true;
    await limits.acquire(counters, 1);
    await limits.acquire(counters, 1);
    expect(state.asked.map(debtIn)).toEqual(['3', '0']);
  });

  it('keeps what it owes when Redis fails again, and not for longer than it counts', async () => {
    const { clock, state, limits } = setUp();
    state.fails = true;
    await grantedOf(limits, 2);
    state.fails = false;
    clock.advance(30_000);
    await limits.acquire(counters, 1);
    expect(debtIn(state.asked.at(-1))).toBe('2');
    state.isUsable = false;
    await grantedOf(limits, 1);
    clock.advance(61_000);
    state.isUsable = true;
    await limits.acquire(counters, 1);
    expect(debtIn(state.asked.at(-1))).toBe('0');
  });

  it('takes back what was granted alone', async () => {
    const { state, limits } = setUp();
    state.isUsable = false;
    const granted = await limits.acquire(counters, 1);
    await limits.giveBack(counters, 1, granted);
    expect((await limits.peek(counters)).standings).toMatchObject([{ used: 0 }]);
    state.isUsable = true;
    await limits.acquire(counters, 1);
    expect(debtIn(state.asked.at(-1))).toBe('0');
  });
});

describe('RedisConnection', () => {
  const connections: RedisConnection[] = [];
  afterAll(() => Promise.all(connections.map((it) => it.close())));

  const open = async (url: string) => {
    const reports: string[] = [];
    const connection = new RedisConnection({
      url,
      clock: wallClock,
      onAway: () => reports.push('away'),
      onBack: () => reports.push('back'),
    });
    connections.push(connection);
    await connection.open();
    return { connection, reports };
  };

  it('says that nothing listens, and is not asked', async () => {
    const { connection, reports } = await open('redis://:secret@127.0.0.1:1');
    expect(connection.isUsable).toBe(false);
    expect(connection.trouble).toBe('nothing listens there');
    expect(reports).toEqual(['away']);
  });
});
