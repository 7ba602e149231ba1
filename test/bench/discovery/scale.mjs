/**
 * How the index grows: build time, memory, latency and throughput of searches for 200 candidates at 5,000 and 50,000 real
 * tools and at 500,000 generated from real ones; the same of MiniSearch and Orama in the same run, as far as they cope.
 */
import { performance } from 'node:perf_hooks';
import { assay, miniSearchSameWords, orama } from './engines.mjs';
import { measureBuild, measureLatency } from './measure.mjs';
import { fiftyThousand, fiveThousand, mixedQueries, varied } from './real-tools.mjs';

const candidates = 200;

/** What is to be reached at 50,000 tools. */
const targets = {
  build: { atLeast: 15_000 },
  memory: { below: 5_120 },
  p50: { below: 5 },
  p99: { below: 25 },
};

async function measure(engine, documents, count, queries) {
  const { built: find, ms, bytes } = await measureBuild(() => engine.build(documents, candidates));
  const startedAt = performance.now();
  let searches = 0;
  const { p50, p99 } = await measureLatency(queries, (query) => {
    searches += 1;
    return find(query);
  });
  const throughput = (1_000 * searches) / (performance.now() - startedAt);
  return { build: (1_000 * count) / ms, memory: bytes / count, p50, p99, throughput, find };
}

const units = { build: 'tools/s', memory: 'bytes/tool', p50: 'ms', p99: 'ms', throughput: 'searches/s' };

const rowsOf = (title, measured, { ratioTo, targeted = false } = {}) =>
  Object.entries(units).map(([what, unit]) => ({
    name: `search ${title} ${what}`,
    value: measured[what],
    unit,
    ...(ratioTo && { ratio: measured[what] / ratioTo[what], against: 'minisearch' }),
    ...(targeted && targets[what] && { target: targets[what] }),
  }));

/** Latency when each search follows a write, which makes statistics stale. */
async function afterWrites(title, { index }, documents, data) {
  let next = 0;
  const write = () => index.put([documents[next++ % documents.length]]);
  const find = (text) => index.search({ text, capabilities: [], audience: ['public'], limit: candidates });
  const { p50, p99 } = await measureLatency(mixedQueries(data, 200), find, write);
  return [
    { name: `search ${title} p50 after a write`, value: p50, unit: 'ms' },
    { name: `search ${title} p99 after a write`, value: p99, unit: 'ms' },
  ];
}

async function size(title, documents, data, { searchesOfOrama, targeted }) {
  const ours = await measure(assay, documents, documents.length, mixedQueries(data, 1_000));
  const mini = await measure(miniSearchSameWords, documents, documents.length, mixedQueries(data, 100));
  const other = await measure(orama, documents, documents.length, mixedQueries(data, searchesOfOrama));
  return [
    ...rowsOf(title, ours, { ratioTo: mini, targeted }),
    ...rowsOf(`${title}, minisearch`, mini),
    ...rowsOf(`${title}, orama`, other),
    ...(await afterWrites(title, ours.find, documents, data)),
  ];
}

const largest = 500_000;
/** What the largest size takes here at most. */
const neededMs = 150_000;

/** Rows `{name, value, unit, ratio?, against?, target?}`. */
export async function measureScale(data, endsAt) {
  const rows = await size('5k', fiveThousand(data), data, { searchesOfOrama: 60, targeted: false });
  const real = fiftyThousand(data);
  rows.push(...(await size('50k', real, data, { searchesOfOrama: 20, targeted: true })));
  if (endsAt - performance.now() < neededMs) {
    console.log('500,000 tools are left out: there is no time left for them; run this benchmark alone');
    return rows;
  }
  console.log(
    '500,000 tools are measured on Assay alone: by their figures at 50,000 the others would take gigabytes and many minutes',
  );
  const many = { [Symbol.iterator]: () => varied(real, largest) };
  const ours = await measure(assay, many, largest, mixedQueries(data, 300));
  return [...rows, ...rowsOf('500k', ours)];
}
