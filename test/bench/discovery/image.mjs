/**
 * A large catalogue with meaning: build rate, memory, latency of searches for 200 candidates by words and meaning in this
 * process, and what taking the image for search threads costs: the whole time, the longest that the event loop waits for it, and
 * its bytes.
 *
 *     node test/bench/discovery/image.mjs [folder of the data sets] [tools]
 */
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { embeddingText } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { measureBuild, measureLatency } from './measure.mjs';
import { audience, fiftyThousand, hasData, meaningOf, mixedQueries, varied, vectorOf } from './real-tools.mjs';

const limit = 200;
const batch = 500;

async function built(documents, count) {
  const index = new EmbeddedToolIndex();
  let [some, embedMs] = [[], 0];
  for (const document of varied(documents, count)) {
    const startedAt = performance.now();
    some.push({ ...document, vector: vectorOf(embeddingText(document).text) });
    embedMs += performance.now() - startedAt;
    if (some.length < batch) continue;
    await index.put(some);
    some = [];
  }
  await index.put(some);
  return { index, embedMs };
}

/** Bytes of shared memory in an image, each once. */
function bytesOf(value, seen = new Set()) {
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum, one) => sum + bytesOf(one, seen), 0);
}

async function imageOf(index) {
  let [longest, last, image, isDone] = [0, performance.now(), undefined, false];
  const startedAt = last;
  const watch = (async () => {
    while (!isDone) {
      await setImmediate();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await index.renewImage((taken) => {
    image = taken;
  });
  const ms = performance.now() - startedAt;
  isDone = true;
  await watch;
  return { ms, longest, bytes: bytesOf(image) };
}

/** Rows `{name, value, unit, target?}`. */
export async function measureImage(data, count = 500_000) {
  const { built: made, ms, bytes } = await measureBuild(() => built(fiftyThousand(data), count));
  const { index, embedMs } = made;
  const ask = (text) => index.search({ text, capabilities: [], audience, limit, ...meaningOf(text) });
  const { p50, p99 } = await measureLatency(mixedQueries(data, 300), ask);
  const image = await imageOf(index);
  const name = (what) => `search ${count / 1_000}k with meaning, ${what}`;
  return [
    { name: name('build'), value: (1_000 * count) / ms, unit: 'tools/s', target: { of: 'value', atLeast: 10_000 } },
    { name: name('build without embedding'), value: (1_000 * count) / (ms - embedMs), unit: 'tools/s' },
    { name: name('memory'), value: bytes / count, unit: 'bytes/tool' },
    { name: name('p50'), value: p50, unit: 'ms', target: { of: 'value', below: 15 } },
    { name: name('p99'), value: p99, unit: 'ms', target: { of: 'value', below: 50 } },
    { name: name('image'), value: image.ms, unit: 'ms' },
    { name: name('image, longest step'), value: image.longest, unit: 'ms' },
    { name: name('image'), value: image.bytes / count, unit: 'bytes/tool' },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [data = new URL('../../../../shared/data', import.meta.url).pathname, tools] = process.argv.slice(2);
  if (hasData(data)) console.table(await measureImage(data, tools && Number(tools)));
}
