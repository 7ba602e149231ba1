/**
 * The benefit of learning: the development queries of each set as one stream, shuffled with fixed seeds, on the
 * embedded index. Feedback as in a gateway: a user sees ten tools and up to ten more to try, calls the relevant ones,
 * and these succeed; a relevant tool that was not shown gets no feedback. Measured on the second half of the stream:
 * NDCG@10 with learning and without, over the queries with a tool that was relevant for an earlier one (`seen`), and
 * over all. One setting for all sets.
 *
 * node test/bench/discovery/learning.mjs [folder of the data sets]
 */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { explore, standings, TaskMemory, withLearnt } from '@assay/discovery';
import { EmbeddedToolIndex, TermReader } from '@assay/search';
import { ndcg } from './ndcg.mjs';
import { numbers } from './numbers.mjs';
import { audience, hasData, retrievalSet, sets } from './real-tools.mjs';

/** A stream is shuffled at least so often, and a short one oftener, until so many queries are measured: draws are few there. */
const minSeeds = 3;
const minMeasured = 1_000;
const firstSeed = 7;
const shownTools = 10;
const startedAt = Date.UTC(2026, 0, 1);
const betweenMs = 60_000;
const reader = new TermReader();
export const readTerms = (text) => [...reader.distinct(text).keys()];

function shuffled(list, next) {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
}

const seededRandom = (next) => ({
  uuid: () => '',
  token: (bytes) => Buffer.from(Array.from({ length: bytes }, () => Math.floor(next() * 256))).toString('base64url'),
});

/** Mean of a list of numbers; 0 of none. */
const mean = (list) => (list.length === 0 ? 0 : list.reduce((sum, value) => sum + value, 0) / list.length);

/** One pass: for each query of the second half, NDCG without and with learning, and whether it was seen. */
export function replay(stream, seed, settings) {
  const next = numbers(seed);
  const random = seededRandom(numbers(seed + 1_000));
  const memory = new TaskMemory(readTerms, settings);
  const right = new Set();
  const measured = [];
  const times = [];
  shuffled(stream, next).forEach(({ query, relevant, candidates }, turn, { length }) => {
    const now = startedAt + turn * betweenMs;
    const began = performance.now();
    const judged = memory.judge(
      readTerms(query),
      candidates.map(({ id }) => id),
      now,
    );
    const mixed = withLearnt(candidates, judged, memory.level(now));
    times.push(performance.now() - began);
    const best = mixed[0]?.relevance ?? 1;
    const rest = mixed.slice(shownTools).map(({ id, relevance }) => ({
      id,
      relevance: relevance / best,
      shown: memory.timesShown(id, now),
    }));
    const shown = [...mixed.slice(0, shownTools), ...explore(rest, shownTools, random)].map(({ id }) => id);
    if (turn >= length / 2) {
      const without = ndcg(
        candidates.map(({ id }) => id),
        relevant,
      );
      const learned = ndcg(
        mixed.map(({ id }) => id),
        relevant,
      );
      measured.push({ without, learned, seen: relevant.some((tool) => right.has(tool)) });
    }
    const worth = standings(candidates, judged, shown);
    for (const tool of shown.filter((id) => relevant.includes(id)))
      memory.add({
        id: `${turn} ${tool}`,
        organisationId: 'bench',
        searchId: `${turn}`,
        task: query,
        tool,
        succeeded: true,
        weight: 1,
        shown,
        standing: worth.get(tool),
        at: now,
      });
    for (const tool of relevant) right.add(tool);
  });
  return { measured, times };
}

/** Queries with the candidates that the index gives for them. */
export async function streamOf(data, set) {
  const { documents, queries } = retrievalSet(data, set);
  const index = new EmbeddedToolIndex();
  await index.put(documents);
  const stream = [];
  for (const { query, relevant } of queries) {
    const { candidates } = await index.search({ text: query, capabilities: [], audience, limit: 200 });
    stream.push({ query, relevant, candidates });
  }
  return stream;
}

export function measure(stream, settings) {
  const seeds = Math.max(minSeeds, Math.ceil((2 * minMeasured) / stream.length));
  const passes = Array.from({ length: seeds }, (_, n) => replay(stream, firstSeed + n, settings));
  const all = passes.flatMap(({ measured }) => measured);
  const seen = all.filter((it) => it.seen);
  const of = (list) => ({ without: mean(list.map((it) => it.without)), learned: mean(list.map((it) => it.learned)) });
  const gain = ({ without, learned }) => 100 * (learned / without - 1);
  const times = passes.flatMap((pass) => pass.times).sort((a, b) => a - b);
  return {
    seen: { ...of(seen), gain: gain(of(seen)) },
    all: { ...of(all), gain: gain(of(all)) },
    p99Ms: times[Math.floor(times.length * 0.99)],
  };
}

/** Judging one query of ten words at 10,000 learnt tasks. */
export function judgingRow(stream) {
  const memory = new TaskMemory(readTerms);
  for (let n = 0; n < 10_000; n += 1) {
    const { query, candidates } = stream[n % stream.length];
    const shown = candidates.slice(0, 20).map(({ id }) => id);
    const tool = shown[n % Math.max(1, shown.length)] ?? 'none';
    const at = startedAt + n;
    const task = `${query} ${stream[(n * 7) % stream.length].query.slice(0, 40)}`;
    const outcome = { id: `${n}`, organisationId: 'bench', searchId: `${n}`, task, tool, succeeded: true, weight: 1 };
    memory.add({ ...outcome, shown, standing: [], at });
  }
  const times = stream.slice(0, 400).map(({ query, candidates }) => {
    const began = performance.now();
    memory.judge(
      readTerms(query),
      candidates.map(({ id }) => id),
      startedAt + 10_000,
    );
    return performance.now() - began;
  });
  times.sort((a, b) => a - b);
  return { name: 'learning judges a query at 10,000 tasks, p50', value: times[times.length >> 1], unit: 'ms' };
}

/** Rows `{name, value, unit}`; none when the data sets are absent. */
export async function run({ data }) {
  if (!hasData(data)) return [];
  const rows = [];
  const results = [];
  let timed = [];
  for (const set of sets) {
    const stream = await streamOf(data, set);
    if (set === 'metatool') timed = stream;
    const result = measure(stream);
    results.push(result);
    rows.push(
      { name: `learning ${set} NDCG@10, seen, without`, value: 100 * result.seen.without, unit: '%' },
      { name: `learning ${set} NDCG@10, seen, learned`, value: 100 * result.seen.learned, unit: '%' },
      { name: `learning ${set} gain, seen`, value: result.seen.gain, unit: '%' },
      { name: `learning ${set} gain, all`, value: result.all.gain, unit: '%' },
    );
  }
  const sum = (pick) => mean(results.map(pick));
  rows.push(
    { name: 'learning macro gain, seen: mean of the sets', value: sum(({ seen }) => seen.gain), unit: '%' },
    {
      name: 'learning macro gain, seen: of the mean NDCG@10',
      value: 100 * (sum(({ seen }) => seen.learned) / sum(({ seen }) => seen.without) - 1),
      unit: '%',
    },
    judgingRow(timed),
  );
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value, unit } of await run({ data: process.argv[2] ?? '../shared/data' }))
    console.log(`${name.padEnd(52)} ${value.toFixed(2).padStart(8)} ${unit}`);
}
