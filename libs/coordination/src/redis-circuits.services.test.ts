import { type Admission, type CircuitAsker, isRefusal, type Refusal } from '@assay/gateway';
import { circuitsContract } from '@assay/gateway/testing';
import type { Clock } from '@assay/kernel';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { wallClock } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RedisCircuits } from './redis-circuits.js';
import { RedisConnection } from './redis-connection.js';
import { noRedis, startRedis, type TestRedis } from './redis-server.fixture.js';
import type { Script } from './script.js';

let redis: TestRedis;
const connections: RedisConnection[] = [];
const random = new FakeRandom();

async function connect(): Promise<RedisConnection> {
  const connection = new RedisConnection({ url: redis.url, clock: wallClock, patienceMs: 5_000 });
  connections.push(connection);
  await connection.open();
  return connection;
}

let names = 0;

(noRedis === null ? describe : describe.skip)(`RedisCircuits${noRedis === null ? '' : ` (${noRedis})`}`, () => {
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

  /** Two replicas whose time, and Redis's, the test moves on. Names of versions are fresh each time. */
  function replicas() {
    let ahead = 0;
    const clock: Clock = {
      now: () => wallClock.now() + ahead,
      monotonic: () => wallClock.monotonic() + ahead,
      after: wallClock.after,
    };
    names += 1;
    const mine = `${names} `;
    const make = (connection: RedisConnection) => {
      const inner = new RedisCircuits({ redis: connection, clock, random, aheadMs: () => ahead });
      return {
        inner,
        admit: (id: string, withinMs?: number, asker?: CircuitAsker) => inner.admit(mine + id, withinMs, asker),
        isOpen: (id: string) => inner.isOpen(mine + id),
        stateOf: (id: string) => inner.stateOf(mine + id),
        reset: (id: string) => inner.reset(mine + id),
        list: () =>
          inner.list().flatMap((it) => {
            const id = it.versionId;
            return id.startsWith(mine) ? [{ ...it, versionId: id.slice(mine.length) }] : [];
          }),
        shared: true,
      };
    };
    const [circuits, other] = [make(one), make(two)];
    const settle = async () => {
      for (const it of [circuits, other, circuits, other]) await it.inner.exchange();
    };
    const advance = async (ms: number) => {
      ahead += ms;
      await settle();
    };
    return { circuits, other, advance, settle };
  }

  describe('keeps the contract of Circuits, on two replicas', () => {
    it.each(circuitsContract)('$name', async ({ check }) => {
      await expect(check(replicas())).resolves.toBeUndefined();
    });
  });

  it('has at most one probe out among the replicas, whatever comes back of them', async () => {
    const end = fc.constantFrom<'succeeded' | 'failed' | 'nothing'>('succeeded', 'failed', 'nothing');
    const round = fc.record({
      afterMs: fc.nat(90_000),
      asked: fc.array(fc.nat(1), { minLength: 1, maxLength: 6 }),
      end,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
        const { circuits, other, advance, settle } = replicas();
        for (let n = 0; n < 10; n += 1) ((await circuits.admit('v')) as Admission).failed();
        await settle();
        for (const { afterMs, asked, end: how } of rounds) {
          await advance(afterMs);
          const answers = await Promise.all(asked.map((who) => (who === 0 ? circuits : other).admit('v')));
          const out = answers.filter((it: Admission | Refusal): it is Admission => !isRefusal(it));
          const probes = out.filter((it) => it.isProbe);
          expect(probes.length).toBeLessThanOrEqual(1);
          if (circuits.stateOf('v') !== 'CLOSED') expect(out.length).toBe(probes.length);
          for (const it of out) it[how]();
          await settle();
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is known to a replica that starts later', async () => {
    const { circuits, settle } = replicas();
    for (let n = 0; n < 10; n += 1) ((await circuits.admit('v')) as Admission).failed();
    await settle();
    const versionId = `${names} v`;
    const late = new RedisCircuits({ redis: two, clock: wallClock, random });
    await late.start();
    expect(late.stateOf(versionId)).toBe('OPEN');
    await late.stop();
  });
});

describe('RedisCircuits without Redis', () => {
  /** A Redis that is there or away as the test says, and answers as given. */
  function setUp(notClosed: unknown[] = []) {
    const clock = new FakeClock();
    const state = { isUsable: true, fails: false, asked: 0 };
    const away = {
      get isUsable() {
        return state.isUsable;
      },
      run: async (_script: Script, _keys: readonly string[], args: readonly string[]) => {
        state.asked += 1;
        if (state.fails) throw new Error('no answer within 50 ms');
        return [Array.from({ length: (args.length - 9) / 6 }, () => [1, 1]), notClosed];
      },
    };
    return { clock, state, circuits: new RedisCircuits({ redis: away, clock, random }) };
  }

  const fail = async (circuits: RedisCircuits, times: number) => {
    for (let n = 0; n < times; n += 1) ((await circuits.admit('v')) as Admission).failed();
  };

  it('goes by what it sees itself, and says so', async () => {
    const { state, circuits } = setUp();
    state.isUsable = false;
    await fail(circuits, 10);
    expect([circuits.shared, circuits.stateOf('v'), circuits.isOpen('v')]).toEqual([false, 'OPEN', true]);
    expect(circuits.list()).toMatchObject([{ versionId: 'v', state: 'OPEN', shared: false }]);
    expect(state.asked).toBe(0);
  });

  it('keeps what the others had opened', async () => {
    const { clock, state, circuits } = setUp([['v', 20_000, 2, 0, 12, 9, '']]);
    await circuits.exchange();
    state.isUsable = false;
    expect(await circuits.admit('v')).toEqual({ retryAfterMs: 20_000 });
    clock.advance(20_000);
    expect(await circuits.admit('v')).toMatchObject({ isProbe: true });
  });

  it('asks memory for all but a probe', async () => {
    const { clock, state, circuits } = setUp([['v', 5_000, 1, 0, 12, 9, '']]);
    await circuits.exchange();
    state.asked = 0;
    await circuits.admit('v');
    await circuits.admit('w');
    expect(state.asked).toBe(0);
    clock.advance(5_000);
    state.fails = true;
    expect(await circuits.admit('v')).toMatchObject({ isProbe: true });
    expect(state.asked).toBe(1);
  });

  it('exchanges four times a second, and at its end once more', async () => {
    const { clock, state, circuits } = setUp();
    await circuits.start();
    clock.advance(250);
    await circuits.exchange();
    ((await circuits.admit('v')) as Admission).succeeded();
    await circuits.stop();
    expect(state.asked).toBeGreaterThanOrEqual(3);
    expect(clock.waiting).toBe(0);
  });
});
