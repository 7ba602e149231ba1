/**
 * The leased journal of durable runs, against DBOS where a folder with its SDK is given; the figures of decision 0084.
 *
 *     node test/bench/durable-engines.mjs [--dbos <folder of its SDK>] [--runs 1000]
 *
 * Wants a built repository and a quiet machine; takes about two minutes for each engine.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate, openDatabase, startEmbeddedPostgres } from '@assay/persistence';

const { values } = parseArgs({ options: { dbos: { type: 'string' }, runs: { type: 'string', default: '1000' } } });
const suspended = Number(values.runs);
const workerFile = fileURLToPath(new URL('durable/engines.mjs', import.meta.url));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const round = (number) => Math.round(number * 100) / 100;

class Worker {
  #child;
  #asked = new Map();
  #last = 0;

  constructor(engine, url, name) {
    this.name = name;
    const env = { ...process.env, DBOS_SDK: values.dbos };
    this.#child = fork(workerFile, [engine, url, name], { env, execArgv: ['--expose-gc', '--no-warnings'] });
    this.ready = new Promise((resolve) => this.#asked.set(0, { resolve }));
    this.#child.on('message', ({ number, value, error }) => {
      const { resolve, reject } = this.#asked.get(number);
      if (error === undefined) resolve(value);
      else reject(new Error(error));
    });
  }

  ask(kind, rest = {}) {
    this.#last += 1;
    const number = this.#last;
    this.#child.send({ number, kind, ...rest });
    return new Promise((resolve, reject) => this.#asked.set(number, { resolve, reject }));
  }

  kill = (signal) => this.#child.kill(signal);
}

async function until(ask, withinMs) {
  const from = performance.now();
  while (performance.now() - from < withinMs) {
    if (await ask()) return performance.now() - from;
    await pause(20);
  }
  return null;
}

async function measure(engine, database, url) {
  const { pool } = database;
  const one = async (text, parameters = []) => (await pool.query(text, parameters)).rows[0];
  const steps = async (run) => (await pool.query('SELECT * FROM bench_steps WHERE run = $1 ORDER BY at', [run])).rows;
  const count = async (like) => (await one('SELECT count(*)::int AS n FROM bench_steps WHERE run LIKE $1', [like])).n;
  const open = async (name) => {
    const worker = new Worker(engine, url, name);
    await worker.ready;
    return worker;
  };
  let [a, b] = [await open('a'), await open('b')];
  const figures = {};

  const [starts, costs] = [[], []];
  for (let at = 0; at < 30; at += 1) {
    const id = `steps-${at}`;
    const begun = await a.ask('begin', { id, steps: 50 });
    await until(async () => (await count(id)) === 50, 60_000);
    const made = await steps(id);
    starts.push(made[0].at - begun);
    costs.push((made.at(-1).at - made[0].at) / 49);
  }
  figures['cost of a step, ms'] = round(median(costs));
  figures['begin to first step, ms'] = median(starts);

  const rounds = [];
  for (let at = 0; at < 30; at += 1) {
    const id = `round-${at}`;
    await a.ask('begin', { id, waits: true });
    await pause(150);
    const answeredAt = await a.ask('answer', { id });
    await until(async () => (await count(id)) === 1, 60_000);
    rounds.push((await steps(id))[0].at - answeredAt);
  }
  figures['answer to step, ms'] = median(rounds);

  const ids = Array.from({ length: suspended }, (_, at) => `wait-${at}`);
  const memoryBefore = (await a.ask('memory')) + (await b.ask('memory'));
  for (let at = 0; at < suspended; at += 50)
    await Promise.all(ids.slice(at, at + 50).map((id) => (at % 100 ? a : b).ask('begin', { id, waits: true })));
  await pause(15_000);
  const queries = async () =>
    (await one('SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()')).n;
  const before = await queries();
  await pause(20_000);
  figures[`idle transactions a second, ${suspended} suspended runs, two replicas`] = round(
    ((await queries()) - before) / 20,
  );
  figures['memory of the suspended runs, MB'] = round(
    ((await a.ask('memory')) + (await b.ask('memory')) - memoryBefore) / 1e6,
  );
  const from = performance.now();
  for (let at = 0; at < suspended; at += 50)
    await Promise.all(ids.slice(at, at + 50).map((id) => (at % 100 ? a : b).ask('answer', { id })));
  await until(async () => (await count('wait-%')) >= suspended, 120_000);
  figures['until all have finished, s'] = round((performance.now() - from) / 1_000);
  figures['steps made twice'] = (await count('wait-%')) - suspended;

  // Killed in the middle: three steps of two seconds each.
  const kills = Array.from({ length: 5 }, (_, at) => `kill-${at}`);
  const held = async () => {
    for (const id of kills) await a.ask('begin', { id, steps: 3, stepMs: 2_000 });
    await until(async () => (await count('kill-%')) >= 5, 20_000);
    return (await pool.query(`SELECT DISTINCT run FROM bench_steps WHERE run LIKE 'kill-%' AND worker = 'a'`)).rows
      .length;
  };
  figures['runs that the killed replica held'] = await held();
  a.kill('SIGKILL');
  const taken = await until(async () => (await count('kill-%')) >= 15, 45_000);
  figures['all finished elsewhere after kill -9, s'] = taken === null ? 'not within 45 s' : round(taken / 1_000);

  // Paused for 15 s in the middle of a step; another one takes over.
  a = await open('a2');
  b.kill('SIGSTOP');
  const id = 'fence';
  await a.ask('begin', { id, steps: 6, stepMs: 2_000 });
  await until(async () => (await count(id)) >= 1, 20_000);
  b.kill('SIGCONT');
  await pause(500);
  a.kill('SIGSTOP');
  await pause(12_000);
  await b.ask('takeOver', { from: 'a2' });
  await until(async () => (await count(id)) >= 3, 20_000);
  a.kill('SIGCONT');
  await until(
    async () => (await one(`SELECT count(DISTINCT step)::int AS n FROM bench_steps WHERE run = $1`, [id])).n === 6,
    60_000,
  );
  await pause(15_000);
  const made = await steps(id);
  figures['paused past its lease: steps made twice, of 6'] = made.length - 6;
  figures['of them begun after it was taken over'] = made.filter(
    ({ worker, step }, at) => worker === 'a2' && made.slice(0, at).some((it) => it.worker === 'b' && it.step < step),
  ).length;
  for (const worker of [a, b]) worker.kill('SIGKILL');
  return figures;
}

for (const engine of values.dbos === undefined ? ['leased'] : ['leased', 'dbos']) {
  const home = await mkdtemp(join(tmpdir(), 'assay-durable-'));
  const embedded = await startEmbeddedPostgres({ home, log: () => undefined });
  try {
    await migrate(embedded.url);
    const database = openDatabase(embedded.url, 4);
    await database.pool.query(`
      CREATE TABLE bench_runs (id text PRIMARY KEY, steps int, step_ms int, waits boolean, answered boolean DEFAULT false);
      CREATE TABLE bench_steps (run text, step int, worker text, at timestamptz(3));
      CREATE INDEX ON bench_steps (run text_pattern_ops)`);
    console.log(engine);
    const figures = await measure(engine, database, embedded.url);
    for (const [what, figure] of Object.entries(figures)) console.log(`  ${what}: ${figure}`);
    await database.close();
  } finally {
    await embedded.stop();
    await rm(home, { recursive: true, force: true });
  }
}
