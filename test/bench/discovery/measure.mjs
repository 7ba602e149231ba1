import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

function memoryBytes() {
  collectGarbage();
  // Typed arrays lie outside the heap.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What `build` gives, the milliseconds it took and the bytes that stay with it. */
export async function measureBuild(build) {
  const before = memoryBytes();
  const startedAt = performance.now();
  const built = await build();
  const ms = performance.now() - startedAt;
  return { built, ms, bytes: memoryBytes() - before };
}

/** p50 and p99 in ms of `search` over the queries, after a warm round over a tenth; `before` each one is not timed. */
export async function measureLatency(queries, search, before = () => undefined) {
  for (const query of queries.slice(0, Math.ceil(queries.length / 10))) await search(query);
  const times = [];
  for (const query of queries) {
    await before();
    const startedAt = performance.now();
    await search(query);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return { p50: at(0.5), p99: at(0.99) };
}

/** NDCG@10 and Recall@10, both in percent, with relevance of one or nothing. */
export async function measureQuality(queries, search) {
  let ndcg = 0;
  let recall = 0;
  for (const { query, relevant } of queries) {
    const wanted = new Set(relevant);
    const hits = (await search(query)).slice(0, 10).map((id) => wanted.has(id));
    const gain = hits.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0);
    let ideal = 0;
    for (let at = 0; at < Math.min(10, wanted.size); at += 1) ideal += 1 / Math.log2(at + 2);
    ndcg += gain / ideal;
    recall += hits.filter(Boolean).length / wanted.size;
  }
  return { ndcg: (100 * ndcg) / queries.length, recall: (100 * recall) / queries.length };
}
