import { deepEqual, equal } from 'node:assert/strict';
import type { DurableRuns, RunBody, RunMessage, RunState } from '../durable-runs.js';

export interface DurableRunsFixture {
  /** A replica that has not started. */
  open(): DurableRuns;
  /** Repeats the question until the answer is true. */
  until(what: string, ask: () => Promise<boolean>): Promise<void>;
  /** A new run id. */
  id(): string;
}

export interface DurableRunsContractCase {
  readonly name: string;
  readonly check: (fixture: DurableRunsFixture) => Promise<void>;
}

const hour = 3_600_000;

async function started({ open }: DurableRunsFixture, body: RunBody): Promise<DurableRuns> {
  const runs = open();
  runs.define('work', body);
  await runs.start();
  return runs;
}

const comesTo = (fixture: DurableRunsFixture, runs: DurableRuns, id: string, state: RunState): Promise<void> =>
  fixture.until(`the run to be ${state}`, async () => (await runs.find(id))?.state === state);

/** What every DurableRuns promises. */
export const durableRunsContract: readonly DurableRunsContractCase[] = [
  {
    name: 'a run is carried out once, however often it is begun',
    check: async (fixture) => {
      const seen: RunMessage[] = [];
      const runs = await started(fixture, async (_run, input) => void seen.push(input));
      const id = fixture.id();
      await runs.begin('work', id, { order: 1 });
      await runs.begin('work', id, { order: 2 });
      await comesTo(fixture, runs, id, 'done');
      await runs.begin('work', id, { order: 3 });
      deepEqual(seen, [{ order: 1 }]);
      equal((await runs.find(id))?.kind, 'work');
      equal(await runs.find(fixture.id()), undefined);
      await runs.stop();
    },
  },
  {
    name: 'a run receives messages sent before and after it listens, each once and in order',
    check: async (fixture) => {
      const heard: unknown[] = [];
      const runs = await started(fixture, async (run) => {
        for (let at = 0; at < 2; at += 1) heard.push(await run.receive('answer', hour));
      });
      const id = fixture.id();
      await runs.begin('work', id, {});
      await runs.send(id, 'other', { n: 0 }, 'a');
      await runs.send(id, 'answer', { n: 1 }, 'b');
      await runs.send(id, 'answer', { n: 1 }, 'b');
      await runs.send(id, 'answer', { n: 2 }, 'c');
      await comesTo(fixture, runs, id, 'done');
      deepEqual(heard, [{ n: 1 }, { n: 2 }]);
      await runs.stop();
    },
  },
  {
    name: 'waiting in vain ends, too',
    check: async (fixture) => {
      const heard: unknown[] = [];
      const runs = await started(fixture, async (run) => void heard.push(await run.receive('answer', 10)));
      const id = fixture.id();
      await runs.begin('work', id, {});
      await comesTo(fixture, runs, id, 'done');
      deepEqual(heard, [undefined]);
      await runs.stop();
    },
  },
  {
    name: 'after a restart a run goes on where it was: what has ended is not done again',
    check: async (fixture) => {
      const done: string[] = [];
      const body: RunBody = async (run) => {
        const first = await run.step('first', async () => {
          done.push('first');
          return { price: 3 };
        });
        const answer = await run.receive('answer', hour);
        await run.step('second', async () => void done.push(`second ${first.price} ${answer?.by}`));
      };
      const before = await started(fixture, body);
      const id = fixture.id();
      await before.begin('work', id, {});
      await fixture.until('the first step', async () => done.length === 1);
      await comesTo(fixture, before, id, 'running');
      await before.stop();
      const after = await started(fixture, body);
      await after.send(id, 'answer', { by: 'ann' }, 'x');
      await comesTo(fixture, after, id, 'done');
      deepEqual(done, ['first', 'second 3 ann']);
      await after.stop();
    },
  },
  {
    name: 'a body that throws has failed, a step that throws is not tried again',
    check: async (fixture) => {
      let tries = 0;
      const runs = await started(fixture, async (run) => {
        await run.step('once', async () => {
          tries += 1;
          throw new Error('no stock');
        });
      });
      const id = fixture.id();
      await runs.begin('work', id, {});
      await comesTo(fixture, runs, id, 'failed');
      equal(tries, 1);
      await runs.stop();
    },
  },
  {
    name: 'a cancelled run does no further step; runs are listed by kind and state, newest first',
    check: async (fixture) => {
      const done: string[] = [];
      const runs = await started(fixture, async (run, { name }) => {
        await run.receive('answer', name === 'b' ? hour : 1);
        await run.step('act', async () => void done.push(String(name)));
      });
      const [a, b] = [fixture.id(), fixture.id()];
      await runs.begin('work', a, { name: 'a' });
      await comesTo(fixture, runs, a, 'done');
      await runs.begin('work', b, { name: 'b' });
      await comesTo(fixture, runs, b, 'running');
      await runs.cancel(b);
      await runs.cancel(fixture.id());
      await comesTo(fixture, runs, b, 'cancelled');
      await runs.send(b, 'answer', {}, 'late');
      deepEqual(done, ['a']);
      const ids = async (states?: readonly RunState[]) =>
        (await runs.list({ kind: 'work', ...(states && { states }), limit: 10 })).map((it) => it.id);
      deepEqual(await ids(), [b, a]);
      deepEqual(await ids(['done']), [a]);
      deepEqual(await runs.list({ kind: 'other', limit: 10 }), []);
      await runs.stop();
    },
  },
];
