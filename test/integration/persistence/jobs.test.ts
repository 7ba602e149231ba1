import type { Job } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { PostgresJobs } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, withDatabase } from './fixture.js';

/** A job that counts its passes; each pass ends when the test lets it, immediately by default. */
function counting(everyMs = 60_000) {
  const passes: AbortSignal[] = [];
  let finish: (() => void) | undefined;
  const state = { waits: false };
  const job: Job = {
    name: 'count',
    everyMs,
    run: async (signal) => {
      passes.push(signal);
      if (state.waits) await new Promise<void>((resolve) => (finish = resolve));
    },
  };
  return { job, passes, state, finish: () => finish?.() };
}

function replica({ database }: Pick<Fixture, 'database'>, replicaId: string, job: Job, query = database.pool.query) {
  const clock = new FakeClock();
  const problems: unknown[] = [];
  const jobs = new PostgresJobs({
    pool: Object.assign(Object.create(database.pool), { query: query.bind(database.pool) }),
    replicaId,
    clock,
    onProblem: (cause) => problems.push(cause),
  });
  jobs.add(job);
  return { jobs, clock, problems };
}

/** Lets queries under way come back. Turns of the event loop, not time, are waited for. */
async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500_000; turn += 1) {
    if (await done()) return;
    await new Promise(setImmediate);
  }
  throw new Error('it never happened');
}

const row = async ({ database }: Fixture) =>
  (await database.pool.query('SELECT holder, due_at > clock_timestamp() AS later FROM jobs')).rows[0];

describe('PostgresJobs', () => {
  it('runs what is due on one replica, once, and says when the next turn is', () =>
    withDatabase(async (fixture) => {
      const { job, passes } = counting();
      const replicas = ['one', 'two', 'three'].map((id) => replica(fixture, id, job));
      for (const { jobs } of replicas) jobs.start();
      await until(async () => (await row(fixture))?.holder === '');
      for (const { jobs, problems } of replicas) {
        await jobs.stop();
        expect(problems).toEqual([]);
      }
      expect(passes).toHaveLength(1);
      expect(await row(fixture)).toEqual({ holder: '', later: true });
    }));

  it('runs again when the turn has come, and a failed pass has its turn like any other', () =>
    withDatabase(async (fixture) => {
      let passes = 0;
      const failing: Job = {
        name: 'count',
        everyMs: 1_000,
        run: async () => {
          passes += 1;
          throw new Error(`pass ${passes} failed`);
        },
      };
      const { jobs, clock, problems } = replica(fixture, 'one', failing);
      jobs.start();
      await until(() => problems.length === 1 && clock.waiting === 1);
      await fixture.database.pool.query("UPDATE jobs SET due_at = clock_timestamp() - interval '1 s'");
      clock.advance(1_000);
      await until(() => problems.length === 2);
      await jobs.stop();
      expect(problems.map(String)).toEqual(['Error: pass 1 failed', 'Error: pass 2 failed']);
    }));

  it('takes over from a replica that died in a pass, but not from one that lives', () =>
    withDatabase(async (fixture) => {
      const dead = counting();
      dead.state.waits = true;
      const first = replica(fixture, 'dead', dead.job);
      first.jobs.start();
      await until(() => dead.passes.length === 1);
      const heir = counting();
      const second = replica(fixture, 'heir', heir.job);
      second.jobs.start();
      await until(() => second.clock.waiting === 1);
      expect(heir.passes).toHaveLength(0);
      await fixture.database.pool.query("UPDATE jobs SET lease_until = clock_timestamp() - interval '1 s'");
      second.clock.advance(60_000);
      await until(() => heir.passes.length === 1);
      // The dead one comes back to life: it finds its lease gone, and its pass is aborted.
      first.clock.advance(20_000);
      await until(() => dead.passes[0]?.aborted === true);
      dead.finish();
      await first.jobs.stop();
      await second.jobs.stop();
    }));

  it('keeps its lease while a long pass runs, and stops it when the server stops', () =>
    withDatabase(async (fixture) => {
      const { job, passes, state, finish } = counting();
      state.waits = true;
      const { jobs, clock } = replica(fixture, 'one', job);
      jobs.start();
      await until(() => passes.length === 1);
      await fixture.database.pool.query("UPDATE jobs SET lease_until = clock_timestamp() + interval '1 s'");
      clock.advance(20_000);
      await until(async () => {
        const { rows } = await fixture.database.pool.query(
          "SELECT lease_until > clock_timestamp() + interval '30 s' AS kept FROM jobs",
        );
        return rows[0].kept;
      });
      const stopped = jobs.stop();
      expect(passes[0]?.aborted).toBe(true);
      finish();
      await stopped;
    }));

  it('renews no lease of a pass that has ended meanwhile', () =>
    withDatabase(async (fixture) => {
      const { pool } = fixture.database;
      const { job, passes, state, finish } = counting();
      state.waits = true;
      const renewed = Promise.withResolvers<void>();
      const slowly = async (text: string, values: unknown[]) => {
        const answer = await pool.query(text, values);
        if (text.includes('SET lease_until')) await renewed.promise;
        return answer;
      };
      const { jobs, clock } = replica(fixture, 'one', job, slowly as typeof pool.query);
      jobs.start();
      await until(() => passes.length === 1);
      clock.advance(20_000);
      finish();
      await until(() => clock.waiting === 1);
      renewed.resolve();
      await new Promise(setImmediate);
      expect(clock.waiting).toBe(1);
      await jobs.stop();
    }));

  it('refuses two jobs of one name', () =>
    withDatabase(async (fixture) => {
      const { jobs } = replica(fixture, 'one', counting().job);
      expect(() => jobs.add(counting().job)).toThrow('Two jobs are called "count".');
    }));
});
