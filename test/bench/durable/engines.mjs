/**
 * One process that executes the benchmark's runs, forked by `durable-engines.mjs`: on the leased journal, or on DBOS (from
 * the folder of its SDK, `DBOS_SDK`). A run makes some steps, each a row of `bench_steps`; where it waits, an answer comes first.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { HolderLease, openDatabase, PostgresRunJournal } from '@assay/persistence';
import { LeasedRuns } from '@assay/runs';

const [, , engine, url, name] = process.argv;
const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const database = openDatabase(url);
const { pool } = database;
const noted = (run, step) =>
  pool.query('INSERT INTO bench_steps (run, step, worker, at) VALUES ($1, $2, $3, clock_timestamp())', [
    run,
    step,
    name,
  ]);
const inputs = async (id) => (await pool.query('SELECT * FROM bench_runs WHERE id = $1', [id])).rows[0];

const openEngine = { leased: openLeased, dbos: openDbos }[engine];
const { begin, answer, takeOver } = await openEngine();

/** Rows of its own say how far a run is, as sagas and approvals keep theirs. */
async function openLeased() {
  const lease = new HolderLease({ pool, id: randomUUID(), clock });
  const runs = new LeasedRuns({ store: new PostgresRunJournal({ pool, lease }), clock, onProblem: () => undefined });
  runs.define('bench', async ({ id, signal }) => {
    const { steps, step_ms: stepMs, waits, answered } = await inputs(id);
    if (waits && !answered) return { wakeInMs: 300_000 };
    const { rows } = await pool.query('SELECT count(DISTINCT step)::int AS done FROM bench_steps WHERE run = $1', [id]);
    for (let step = rows[0].done; step < steps; step += 1) {
      if (signal.aborted) throw new Error('let go');
      if (stepMs > 0) await pause(stepMs);
      await noted(id, step);
    }
    return 'ended';
  });
  await runs.start();
  return {
    begin: (id, waits) => (waits ? runs.suspend('bench', id, { wakeInMs: 300_000 }) : runs.wake('bench', id)),
    answer: async (id) => {
      await pool.query('UPDATE bench_runs SET answered = true WHERE id = $1', [id]);
      await runs.wake('bench', id);
    },
    takeOver: async () => undefined,
  };
}

async function openDbos() {
  const require = createRequire(join(process.env.DBOS_SDK, 'package.json'));
  const entry = join(process.env.DBOS_SDK, require('./package.json').main);
  const { DBOS, DBOSClient } = await import(pathToFileURL(entry).href).then((it) => it.default ?? it);
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 9,
    applicationVersion: 'bench',
    executorID: name,
    logLevel: 'error',
  });
  DBOS.registerWorkflow(
    async (id, steps, stepMs, waits) => {
      if (waits && (await DBOS.recv('answer', { timeoutSeconds: 300, pollingIntervalMs: 10_000 })) === null) return;
      for (let step = 0; step < steps; step += 1)
        await DBOS.runStep(
          async () => {
            if (stepMs > 0) await pause(stepMs);
            await noted(id, step);
          },
          { name: `step ${step}` },
        );
    },
    { name: 'bench' },
  );
  await DBOS.launch();
  await DBOS.registerQueue('bench', { minPollingIntervalMs: 100, onConflict: 'always_update' });
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: 'bench' });
  return {
    begin: async (id) => {
      const { steps, step_ms: stepMs, waits } = await inputs(id);
      const how = { queueName: 'bench', workflowName: 'bench', workflowID: id, appVersion: 'bench' };
      await client.enqueue(how, id, steps, stepMs, waits);
    },
    answer: (id) => client.send(id, { yes: true }, 'answer', 'once'),
    takeOver: async (executorId) => {
      const left = await DBOS.listWorkflows({ executorId, status: 'PENDING' });
      for (const { workflowID } of left) await DBOS.resumeWorkflow(workflowID, { queueName: 'bench' });
    },
  };
}

const work = {
  begin: async ({ id, steps = 1, stepMs = 0, waits = false }) => {
    await pool.query('INSERT INTO bench_runs (id, steps, step_ms, waits) VALUES ($1, $2, $3, $4)', [
      ...[id, steps, stepMs, waits],
    ]);
    const at = await databaseTime();
    await begin(id, waits);
    return at;
  },
  answer: async ({ id }) => {
    const at = await databaseTime();
    await answer(id);
    return at;
  },
  takeOver: ({ from }) => takeOver(from),
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
};
const databaseTime = async () => (await pool.query('SELECT clock_timestamp() AS at')).rows[0].at.getTime();

process.on('message', async ({ number, kind, ...rest }) => {
  const answered = await Promise.resolve(work[kind](rest)).then(
    (value) => ({ value }),
    (error) => ({ error: String(error) }),
  );
  process.send({ number, ...answered });
});
process.send({ number: 0 });
