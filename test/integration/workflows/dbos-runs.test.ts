import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { durableRunsContract, runLeasesContract } from '@assay/kernel/testing';
import { PostgresRunLeases } from '@assay/persistence';
import { DbosRuns, type DbosRunsOptions } from '@assay/workflows';
import { describe, expect, it } from '@jest/globals';
import { clock, type Fixture, withDatabase } from '../persistence/fixture.js';

async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (await ask()) return;
    await pause(20);
  }
  throw new Error(`It never happened: ${what}.`);
}

interface Replica {
  readonly runs: DbosRuns;
  readonly said: string[];
  readonly problems: unknown[];
}

function replica({ url, database }: Fixture, executorId = 'replica', parts: Partial<DbosRunsOptions> = {}): Replica {
  const said: string[] = [];
  const problems: unknown[] = [];
  const say = (entry: unknown) => void said.push(String(entry));
  const quiet = () => undefined;
  const runs = new DbosRuns({
    databaseUrl: url,
    executorId,
    leases: new PostgresRunLeases(database.pool),
    clock,
    log: { debug: quiet, info: quiet, warn: say, error: say },
    onProblem: (cause) => problems.push(cause),
    times: { leaseMs: 1_000, renewEveryMs: 200, letGoAfterMs: 600, lookEveryMs: 500 },
    ...parts,
  });
  return { runs, said, problems };
}

describe('DbosRuns keeps the contract of DurableRuns', () => {
  it.each(durableRunsContract)('$name', async ({ check }) => {
    const opened: Replica[] = [];
    const run = withDatabase(async (fixture) => {
      const open = () => {
        const one = replica(fixture);
        opened.push(one);
        return one.runs;
      };
      try {
        await check({ open, until, id: randomUUID });
      } finally {
        for (const { runs } of opened) await runs.stop();
      }
    });
    await expect(run).resolves.toBeUndefined();
    expect(opened.flatMap(({ problems }) => problems)).toEqual([]);
  });
});

describe('PostgresRunLeases keeps the contract of RunLeases', () => {
  it.each(runLeasesContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database }) => check(new PostgresRunLeases(database.pool)));
    await expect(run).resolves.toBeUndefined();
  });
});

const hour = 3_600_000;

/** Waits for an answer, then says who carries it out. */
function waiting({ runs }: Replica, name: string, done: string[]): DbosRuns {
  runs.define('work', async (run) => {
    const answer = await run.receive('answer', hour);
    await run.step('act', async () => void done.push(`${name} ${answer?.n}`));
  });
  return runs;
}

describe('replicas that run things', () => {
  it('one that cannot renew its lease lets go in time, and another one goes on with its runs', () =>
    withDatabase(async (fixture) => {
      const done: string[] = [];
      const leases = new PostgresRunLeases(fixture.database.pool);
      let isCutOff = false;
      const renew: typeof leases.renew = (id, ms) =>
        isCutOff ? Promise.reject(new Error('cut off')) : leases.renew(id, ms);
      const cutOff = replica(fixture, 'one', {
        leases: Object.assign(Object.create(leases) as PostgresRunLeases, { renew }),
      });
      const one = waiting(cutOff, 'one', done);
      const other = waiting(replica(fixture, 'other'), 'other', done);
      try {
        await one.start();
        await one.begin('work', 'run-1', {});
        await until('the run to be taken up', async () => (await one.find('run-1'))?.state === 'running');
        isCutOff = true;
        await other.start();
        await until('it to have let go', async () => cutOff.problems.length >= 5);
        await other.send('run-1', 'answer', { n: 7 }, 'x');
        await until('the run to be done', async () => (await other.find('run-1'))?.state === 'done');
        expect(done).toEqual(['other 7']);
      } finally {
        await one.stop();
        await other.stop();
      }
    }));

  it('any server may ask while another one of its process runs things, and takes its turn after it', () =>
    withDatabase(async (fixture) => {
      const done: string[] = [];
      const one = waiting(replica(fixture, 'one'), 'one', done);
      const other = waiting(replica(fixture, 'other'), 'other', done);
      try {
        await one.start();
        await one.begin('work', 'run-1', {});
        await other.start();
        await other.begin('work', 'run-2', {});
        await other.send('run-1', 'answer', { n: 1 }, 'x');
        await until('both to be running or done', async () => (await other.find('run-2'))?.state === 'running');
        await until('the first to be done', async () => (await other.find('run-1'))?.state === 'done');
        expect(done).toEqual(['one 1']);
        await one.stop();
        await other.send('run-2', 'answer', { n: 2 }, 'y');
        await until('the second to be done', async () => (await other.find('run-2'))?.state === 'done');
        expect(done).toEqual(['one 1', 'other 2']);
      } finally {
        await one.stop();
        await other.stop();
      }
    }));

  it('a replica with nothing to run opens nothing, and one that left runs takes them up as it starts', () =>
    withDatabase(async (fixture) => {
      const done: string[] = [];
      const quiet = waiting(replica(fixture), 'quiet', done);
      await quiet.start();
      await quiet.stop();
      const { rows } = await fixture.database.pool.query(`SELECT to_regnamespace('dbos') AS schema`);
      expect(rows[0]?.schema).toBeNull();
      const before = waiting(replica(fixture), 'before', done);
      await before.start();
      await before.begin('work', 'run-1', {});
      await until('the run to be taken up', async () => (await before.find('run-1'))?.state === 'running');
      await before.send('run-1', 'other', {}, 'w');
      await before.stop();
      const asks = replica(fixture, 'asks');
      await asks.runs.send('run-1', 'answer', { n: 3 }, 'x');
      await asks.runs.stop();
      const after = waiting(replica(fixture), 'after', done);
      await after.start();
      await until('the run to be done', async () => done.length === 1);
      expect(done).toEqual(['after 3']);
      await after.stop();
    }));
});
