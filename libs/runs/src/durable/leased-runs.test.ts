import { setImmediate as aTurn } from 'node:timers/promises';
import type { HeldRun, RunBody } from '@assay/kernel';
import { FakeClock, InMemoryRunJournal, JournalRows } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { LeasedRuns } from './leased-runs.js';

const hour = 3_600_000;
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await aTurn();
};

class Executions {
  readonly clock = new FakeClock();
  readonly rows = new JournalRows(this.clock);
  readonly problems: unknown[] = [];

  replica(name: string, body: RunBody, concurrency = 10) {
    const store = new InMemoryRunJournal(this.rows, name);
    const onProblem = (cause: unknown) => void this.problems.push(cause);
    const times = { letGoAfterMs: 6_000, lookEveryMs: 2_000, concurrency };
    const runs = new LeasedRuns({ store, clock: this.clock, onProblem }, times);
    runs.define('work', body);
    return { store, runs };
  }

  async passes(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 100) {
      this.clock.advance(Math.min(left, 100));
      await turns();
    }
  }
}

/** A body that hangs until it is released. */
const hanging =
  (began: HeldRun[]): RunBody =>
  (run) => {
    began.push(run);
    return new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('cut off'))));
  };

describe('LeasedRuns', () => {
  it('executes a run at once when it is woken, again when its time has come, and no more when it has ended', async () => {
    const world = new Executions();
    const executed: number[] = [];
    const { runs } = world.replica('one', async () => {
      executed.push(world.clock.now());
      return executed.length < 3 ? { wakeInMs: 500 } : 'ended';
    });
    const from = world.clock.now();
    await runs.start();
    await runs.wake('work', 'a');
    await turns();
    await world.passes(5_000);
    expect(executed.map((at) => at - from)).toEqual([0, 500, 1_000]);
    expect([world.rows.names, world.problems]).toEqual([[], []]);
    await runs.stop();
  });

  it('wakes a run by the name it waits for', async () => {
    const world = new Executions();
    let executed = 0;
    const { runs } = world.replica('one', async () => {
      executed += 1;
      return executed < 3 ? { wakeInMs: hour, waitsFor: ['approval:1'] } : 'ended';
    });
    await runs.start();
    await runs.wake('work', 'a');
    await turns();
    // Once more because the name is new.
    expect(executed).toBe(2);
    await runs.signal(['approval:2']);
    await turns();
    expect(executed).toBe(2);
    await runs.signal(['approval:1']);
    await turns();
    expect([executed, world.rows.names]).toEqual([3, []]);
    await runs.stop();
  });

  it('executes a run again after a pause that doubles when it throws', async () => {
    const world = new Executions();
    const executed: number[] = [];
    const { runs } = world.replica('one', async () => {
      executed.push(world.clock.now());
      if (executed.length < 4) throw new Error('away');
      return 'ended';
    });
    const from = world.clock.now();
    await runs.start();
    await runs.wake('work', 'a');
    await turns();
    await world.passes(3_000);
    expect(executed.map((at) => at - from)).toEqual([0, 200, 600, 1_400]);
    expect([world.problems.length, world.rows.names]).toEqual([3, []]);
    await runs.stop();
  });

  it('continues what a dead replica held; the dead one can write nothing more', async () => {
    const world = new Executions();
    const { promise, resolve } = Promise.withResolvers<'ended'>();
    const one = world.replica('one', () => promise);
    const done: string[] = [];
    const two = world.replica('two', async ({ id }) => {
      done.push(id);
      return { wakeInMs: hour };
    });
    await one.runs.start();
    await one.runs.wake('work', 'a');
    await two.runs.start();
    await world.passes(4_000);
    expect(done).toEqual([]);
    // It is paused, and does not even hear of its death.
    one.runs.beginNothing();
    world.rows.alive.delete('one');
    await world.passes(2_000);
    expect(done).toEqual(['a']);
    resolve('ended');
    await turns();
    expect(world.rows.names).toEqual(['work a']);
    await one.runs.stop();
    await two.runs.stop();
  });

  it('releases its runs when its lease is not certain, and takes them up when it is again', async () => {
    const world = new Executions();
    const began: HeldRun[] = [];
    const { store, runs } = world.replica('one', hanging(began));
    await runs.start();
    await runs.wake('work', 'a');
    await turns();
    expect(began).toHaveLength(1);
    store.isHeld = false;
    await world.passes(2_000);
    expect([began.length, began[0]?.signal.aborted]).toEqual([1, true]);
    store.isHeld = true;
    await world.passes(2_000);
    expect([began.length, began[1]?.signal.aborted, world.problems]).toEqual([2, false, []]);
    await runs.stop();
  });

  it('gives back what it holds when it stops, and takes nothing up when it may begin nothing', async () => {
    const world = new Executions();
    const began: HeldRun[] = [];
    const { runs } = world.replica('one', hanging(began));
    await runs.start();
    await runs.wake('work', 'a');
    await turns();
    runs.beginNothing();
    await runs.wake('work', 'b');
    await world.passes(2_000);
    expect(began.map(({ id }) => id)).toEqual(['a']);
    await runs.stop();
    const done: string[] = [];
    const next = world.replica('next', async ({ id }) => {
      done.push(id);
      return 'ended';
    });
    await next.runs.start();
    await turns();
    expect(done.sort()).toEqual(['a', 'b']);
    await next.runs.stop();
  });

  it('executes so many at a time, and the next as soon as one ends', async () => {
    const world = new Executions();
    const ends: (() => void)[] = [];
    const body: RunBody = () => new Promise((resolve) => ends.push(() => resolve('ended')));
    const { runs } = world.replica('one', body, 2);
    await runs.start();
    for (const id of ['a', 'b', 'c']) await runs.wake('work', id);
    await turns();
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await turns();
    expect([ends.length, world.rows.names.length]).toEqual([3, 2]);
    for (const end of ends) end();
    await turns();
    expect(world.rows.names).toEqual([]);
    await runs.stop();
  });

  it('takes up again what was taken without its hearing of it', async () => {
    const world = new Executions();
    const done: string[] = [];
    const { store, runs } = world.replica('one', async ({ id }) => {
      done.push(id);
      return 'ended';
    });
    await runs.start();
    const take = store.take.bind(store);
    store.take = async (...asked) => {
      await take(...asked);
      store.take = take;
      throw new Error('the connection broke');
    };
    await runs.wake('work', 'a');
    await turns();
    expect([done, world.problems.length]).toEqual([[], 1]);
    await world.passes(2_000);
    expect(done).toEqual(['a']);
    await runs.stop();
  });

  it('leaves a run that a request holds to it, and executes it when its replica has died', async () => {
    const world = new Executions();
    const done: string[] = [];
    const body: RunBody = async ({ id }) => {
      done.push(id);
      return 'ended';
    };
    const [one, two] = [world.replica('one', body), world.replica('two', body)];
    await one.runs.start();
    await two.runs.start();
    const hold = await one.runs.hold('work', 'a');
    await one.runs.hold('work', 'b');
    await world.passes(4_000);
    expect([done, world.rows.names]).toEqual([[], ['work a', 'work b']]);
    await hold.end();
    one.runs.beginNothing();
    world.rows.alive.delete('one');
    await world.passes(4_000);
    expect([done, world.rows.names]).toEqual([['b'], []]);
    await one.runs.stop();
    await two.runs.stop();
  });

  it('keeps what a kind does to one definition', () => {
    const { runs } = new Executions().replica('one', async () => 'ended');
    expect(() => runs.define('work', async () => 'ended')).toThrow('Two kinds');
  });
});
