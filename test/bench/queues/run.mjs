/**
 * pg-boss and graphile-worker on an embedded PostgreSQL, on the tasks that Assay gives its queue:
 *
 *     node test/bench/queues/run.mjs --graphile <folder with graphile-worker in its node_modules>
 *
 * Takes about three minutes, of which most is waiting for a killed worker's job to be taken over.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../libs/persistence/dist/index.js';
import { queues } from './peers.mjs';

const { values } = parseArgs({
  options: {
    graphile: { type: 'string' },
    only: { type: 'string' },
    takeOverSeconds: { type: 'string', default: '60' },
  },
});
const enqueued = 2_000;
const drained = 4_000;
const singles = 100;
const idleMs = 20_000;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const timed = async (run) => {
  const from = performance.now();
  await run();
  return performance.now() - from;
};
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];

async function inParallel(count, width, run) {
  let next = 0;
  const lane = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function measure(make, url, client, peer) {
  const show = (figure, value) => {
    const shown = typeof value === 'number' ? value.toFixed(1) : value;
    console.log(`${peer.padEnd(16)} ${figure.padEnd(54)} ${shown}`);
  };
  const first = await make();
  show('first start with its schema, ms', await timed(() => first.open()));
  await first.close();
  const queue = await make();
  show('later start, ms', await timed(() => queue.open()));
  show(
    'enqueue one after the other, jobs/s',
    1e3 / ((await timed(() => inParallel(500, 1, (n) => queue.add({ n })))) / 500),
  );
  const wide = await timed(() => inParallel(enqueued, 16, (n) => queue.add({ n })));
  show('enqueue 16 at once, jobs/s', (enqueued * 1e3) / wide);
  // What was enqueued so far is the first load of two workers.
  await inParallel(drained - enqueued - 500, 16, (n) => queue.add({ n }));
  show('run empty jobs with 2 workers of 4, jobs/s', await drain(make, drained));
  for (const [figure, value] of Object.entries(await latency(make))) show(figure, value);
  for (const [figure, value] of Object.entries(await idle(make, client))) show(figure, value);
  show('at once of one key, allowed 2 (graphile-worker: 1)', await perKey(make));
  await queue.close();
  show('taken over after kill -9, s', await takeOver(make, url, peer));
}

async function drain(make, count) {
  const workers = [await make(), await make()];
  for (const worker of workers) await worker.open();
  let done = 0;
  let finish;
  const all = new Promise((resolve) => {
    finish = resolve;
  });
  const ms = await timed(async () => {
    for (const worker of workers) {
      await worker.work(4, async () => {
        done += 1;
        if (done === count) finish();
      });
    }
    await all;
  });
  for (const worker of workers) await worker.close();
  return (count * 1e3) / ms;
}

async function latency(make) {
  const worker = await make();
  await worker.open();
  const started = new Map();
  await worker.work(4, async ({ n }) => started.get(n)?.(performance.now()));
  await wait(1_000);
  const waits = [];
  for (let n = 0; n < singles; n += 1) {
    const running = new Promise((resolve) => started.set(`one-${n}`, resolve));
    const from = performance.now();
    await worker.add({ n: `one-${n}` });
    waits.push((await running) - from);
    await wait(20);
  }
  await worker.close();
  waits.sort((a, b) => a - b);
  return { 'enqueue to start, median ms': quantile(waits, 0.5), 'enqueue to start, p95 ms': quantile(waits, 0.95) };
}

/** What a replica without any job asks of the database, seen from the database. */
async function idle(make, client) {
  const worker = await make();
  await worker.open();
  await worker.work(4, async () => {});
  await wait(3_000);
  const commits = async () => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      'SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0].n);
  };
  const { rows } = await client.query(
    `SELECT count(*) AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  const before = await commits();
  await wait(idleMs);
  const after = await commits();
  await worker.close();
  // The enqueuing instance is open too, and idle; this program's own two reads are left out.
  return { 'idle, transactions/s': ((after - before - 2) * 1e3) / idleMs, 'idle, connections': Number(rows[0].n) };
}

async function perKey(make) {
  const worker = await make();
  await worker.open();
  let running = 0;
  let highest = 0;
  let done = 0;
  await worker.work(
    8,
    async () => {
      running += 1;
      highest = Math.max(highest, running);
      await wait(100);
      running -= 1;
      done += 1;
    },
    2,
  );
  for (let n = 0; n < 12; n += 1) await worker.add({ n }, { key: 'one' });
  for (let waited = 0; done < 12 && waited < 30_000; waited += 100) await wait(100);
  await worker.close();
  return highest;
}

/** A child takes a job and is killed; this process waits until the job starts here. */
async function takeOver(make, url, peer) {
  const queue = await make();
  await queue.open();
  const victim = fork(fileURLToPath(new URL('victim.mjs', import.meta.url)), [url, peer, values.graphile ?? '']);
  const ready = (what) => new Promise((resolve) => victim.on('message', (said) => said === what && resolve()));
  await ready('ready');
  const taken = ready('taken');
  await queue.add({ n: 'victim' });
  await taken;
  victim.kill('SIGKILL');
  const from = performance.now();
  let seen;
  const again = new Promise((resolve) => {
    seen = resolve;
  });
  await queue.work(2, async ({ n }) => n === 'victim' && seen());
  const bound = Number(values.takeOverSeconds);
  const isTakenOver = await Promise.race([again.then(() => true), wait(bound * 1e3).then(() => false)]);
  const seconds = (performance.now() - from) / 1e3;
  await queue.close();
  return isTakenOver ? seconds : `not within ${bound}`;
}

const home = mkdtempSync(join(tmpdir(), 'assay-queues-'));
const server = await startEmbeddedPostgres({ home, log: () => undefined });
const client = new pg.Client({ connectionString: server.url });
await client.connect();
try {
  for (const peer of Object.keys(queues).filter((it) => values.only === undefined || it === values.only)) {
    const folder = peer === 'graphile-worker' ? values.graphile : undefined;
    await measure(() => queues[peer](server.url, folder), server.url, client, peer);
  }
} finally {
  // Connections that a queue releases in the background.
  await wait(1_000);
  await client.end();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
