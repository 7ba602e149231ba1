/**
 * What search by meaning costs in the embedded index: time of a search with a vector beside one without, in the same
 * run. The vectors are drawn at random: their cost is the same as that of a model's, and nothing
 * is said of quality.
 *
 *     node test/bench/discovery/vectors.mjs [folder of the data sets]
 */
import { pathToFileURL } from 'node:url';
import { EmbeddedToolIndex } from '@assay/search';
import { measureLatency } from './measure.mjs';
import { numbers } from './numbers.mjs';
import { audience, fiftyThousand, hasData, mixedQueries } from './real-tools.mjs';

const limit = 200;
const searches = 200;
const lengths = [384, 1_536];

/** A generator of numbers in [-1,1). */
function signed(seed) {
  const next = numbers(seed);
  return () => 2 * next() - 1;
}

function vectorOf(next, length) {
  const vector = Float32Array.from({ length }, next);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

async function built(documents, length) {
  const next = signed(7);
  const index = new EmbeddedToolIndex();
  for (let from = 0; from < documents.length; from += 500) {
    const batch = documents.slice(from, from + 500);
    await index.put(length === 0 ? batch : batch.map((it) => ({ ...it, vector: vectorOf(next, length) })));
  }
  return index;
}

async function latencies(index, queries, length) {
  const next = signed(11);
  const asked = queries.map((text) => ({
    ...{ text, capabilities: [], audience, limit },
    ...(length > 0 && { vector: vectorOf(next, length) }),
  }));
  return measureLatency(asked, (query) => index.search(query));
}

async function rowsOf(title, documents, queries) {
  const rows = [];
  const without = await latencies(await built(documents, 0), queries, 0);
  for (const length of lengths) {
    const index = await built(documents, length);
    const { p50, p99 } = await latencies(index, queries, length);
    const name = `search ${title} with vectors of ${length}`;
    rows.push(
      { name: `${name} p50`, value: p50, unit: 'ms', ratio: p50 / without.p50, against: 'words alone' },
      { name: `${name} p99`, value: p99, unit: 'ms', ratio: p99 / without.p99, against: 'words alone' },
    );
  }
  return rows;
}

export async function run({ data }) {
  const queries = mixedQueries(data, searches);
  return [
    ...(await rowsOf('10k', (await fiftyThousand(data)).slice(0, 10_000), queries)),
    ...(await rowsOf('50k', await fiftyThousand(data), queries)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
  if (hasData(data))
    for (const { name, value, unit, ratio } of await run({ data })) {
      process.stdout.write(
        `${name}: ${value.toFixed(2)} ${unit}${ratio === undefined ? '' : ` (${ratio.toFixed(2)} times words alone)`}\n`,
      );
    }
  else process.stdout.write(`There are no data sets in ${data}.\n`);
}
