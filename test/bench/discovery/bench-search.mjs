/**
 * The embedded index on real tools, beside MiniSearch with the same words and weights in the same run: build time,
 * memory, latency of a search for 200 candidates (also right after a write, when statistics are stale), and retrieval quality on the development sets.
 *
 *     node test/bench/discovery/bench-search.mjs [folder of the data sets]
 */
import { pathToFileURL } from 'node:url';
import { EmbeddedToolIndex, TermReader } from '@assay/search';
import MiniSearch from 'minisearch';
import { measureBuild, measureLatency, measureQuality } from './measure.mjs';
import { audience, fiftyThousand, fiveThousand, hasData, mixedQueries, retrievalSet, sets } from './real-tools.mjs';

const limit = 200;
const searchesOfOurs = 1_000;
const searchesOfPeer = 100;
const reader = new TermReader();
const boost = { name: 2, description: 1, provider: 0.5, capabilities: 0.5, parameters: 0.3 };

function termsOf(text) {
  const terms = [];
  reader.each(text, (term) => terms.push(term));
  return terms;
}

const ours = {
  name: 'assay',
  async build(documents) {
    const index = new EmbeddedToolIndex();
    await index.put(documents);
    return index;
  },
  async search(index, text) {
    const { candidates } = await index.search({ text, capabilities: [], audience, limit });
    return candidates.map(({ id }) => id);
  },
};

const peer = {
  name: 'minisearch',
  async build(documents) {
    const index = new MiniSearch({
      fields: Object.keys(boost),
      extractField: (document, field) => (Array.isArray(document[field]) ? document[field].join(' ') : document[field]),
      tokenize: termsOf,
      processTerm: (term) => term,
      searchOptions: { boost },
    });
    index.addAll(documents);
    return index;
  },
  async search(index, text) {
    return index
      .search(text)
      .slice(0, limit)
      .map(({ id }) => id);
  },
};

async function scale(engine, documents, queries) {
  const { built, ms, bytes } = await measureBuild(() => engine.build(documents));
  const { p50, p99 } = await measureLatency(queries, (query) => engine.search(built, query));
  return {
    'build, tools/s': (1_000 * documents.length) / ms,
    'memory, bytes/tool': bytes / documents.length,
    'p50, ms': p50,
    'p99, ms': p99,
  };
}

/** Latency when each search follows a write. */
async function staleRows(title, documents, data) {
  const index = await ours.build(documents);
  let next = 0;
  const write = () => index.put([documents[next++ % documents.length]]);
  const { p50, p99 } = await measureLatency(mixedQueries(data, 200), (query) => ours.search(index, query), write);
  return [
    { name: `search ${title} p50 after a write`, value: p50, unit: 'ms' },
    { name: `search ${title} p99 after a write`, value: p99, unit: 'ms' },
  ];
}

async function scaleRows(title, documents, data) {
  const mine = await scale(ours, documents, mixedQueries(data, searchesOfOurs));
  const theirs = await scale(peer, documents, mixedQueries(data, searchesOfPeer));
  const compared = Object.keys(mine).flatMap((what) => {
    const [measure, unit] = what.split(', ');
    const name = `search ${title} ${measure}`;
    return [
      { name, value: mine[what], unit, ratio: mine[what] / theirs[what] },
      { name: `${name} (${peer.name})`, value: theirs[what], unit },
    ];
  });
  return [...compared, ...(await staleRows(title, documents, data))];
}

async function qualityRows(set, data) {
  const { documents, queries } = retrievalSet(data, set);
  const built = await ours.build(documents);
  const { ndcg, recall } = await measureQuality(queries, (query) => ours.search(built, query));
  return [
    { name: `search ${set} NDCG@10`, value: ndcg, unit: '%' },
    { name: `search ${set} Recall@10`, value: recall, unit: '%' },
  ];
}

/** Rows `{name, value, unit, ratio?}`; `ratio` is ours over the peer's. None when the data sets are absent. */
export async function run({ data }) {
  if (!hasData(data)) {
    console.log(`search bench skipped: no data sets in ${data}; give their folder as an argument`);
    return [];
  }
  const rows = [];
  for (const set of sets) rows.push(...(await qualityRows(set, data)));
  rows.push(...(await scaleRows('5k', fiveThousand(data), data)));
  rows.push(...(await scaleRows('50k', fiftyThousand(data), data)));
  return rows;
}

function print(rows) {
  for (const { name, value, unit, ratio } of rows) {
    const shown = value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1);
    const against = ratio === undefined ? '' : `${ratio.toFixed(2)} × ${peer.name}`;
    console.log(`${name.padEnd(40)} ${shown.padStart(10)} ${unit.padEnd(12)} ${against}`.trimEnd());
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  print(await run({ data: process.argv[2] ?? '../shared/data' }));
}
