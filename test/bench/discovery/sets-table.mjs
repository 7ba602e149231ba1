/**
 * One table of all sets: BM25F with the fixed setting, BM25F tuned on the very queries, words alone, and words with the meaning
 * that ships; NDCG@10 in percent, each set an index of its own and all in one, with an even sample of the queries.
 *
 *     node test/bench/discovery/sets-table.mjs [folder of the data sets] [queries of a set]
 */
import { pathToFileURL } from 'node:url';
import { embeddingText } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { bm25f, fixed, termsOf, tune, wordsByField } from './bm25f.mjs';
import { ndcg } from './ndcg.mjs';
import { audience, hasData, meaningOf, mixedSet, retrievalSet, sets, vectorOf } from './real-tools.mjs';

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function sample(queries, count) {
  const step = Math.max(1, Math.floor(queries.length / count));
  return queries.filter((_, at) => at % step === 0).slice(0, count);
}

/** The mean of the sets' means, in percent. */
async function quality(find, queries) {
  const bySet = new Map();
  for (const { query, relevant, set } of queries)
    bySet.set(set, [...(bySet.get(set) ?? []), ndcg(await find(query), relevant)]);
  return 100 * mean([...bySet.values()].map(mean));
}

function ofBm25f(documents, queries) {
  const counted = wordsByField(documents);
  const read = new Map(queries.map(({ query }) => [query, termsOf(query)]));
  const engine = (settings) => (query) => bm25f(counted, read.get(query), settings);
  const rate = (settings) =>
    mean(queries.map(({ query, relevant }) => ndcg(bm25f(counted, read.get(query), settings), relevant)));
  return { fixed: engine(fixed), tuned: () => engine(tune(rate)) };
}

async function ofEmbedded(documents) {
  const index = new EmbeddedToolIndex();
  const withVectors = documents.map((it) => ({ ...it, vector: vectorOf(embeddingText(it).text) }));
  for (let from = 0; from < withVectors.length; from += 500) await index.put(withVectors.slice(from, from + 500));
  return (more) => async (text) => {
    const { candidates } = await index.search({ text, capabilities: [], audience, limit: 10, ...more(text) });
    return candidates.map(({ id }) => id);
  };
}

async function rowOf({ documents, queries }, isTuned) {
  const peers = ofBm25f(documents, queries);
  const embedded = await ofEmbedded(documents);
  return {
    tools: documents.length,
    queries: queries.length,
    'BM25F fixed': await quality(peers.fixed, queries),
    'BM25F tuned here': isTuned ? await quality(peers.tuned(), queries) : undefined,
    words: await quality(
      embedded(() => ({})),
      queries,
    ),
    'words and meaning': await quality(embedded(meaningOf), queries),
  };
}

/** `{name, tools, queries, …}` by set, and of all in one index. */
export async function measureSets(data, perSet = 200) {
  const rows = [];
  for (const set of sets) {
    const one = retrievalSet(data, set);
    const queries = sample(one.queries, perSet).map((row) => ({ ...row, set }));
    rows.push({ name: set, ...(await rowOf({ documents: one.documents, queries }, true)) });
  }
  const all = mixedSet(data);
  const queries = sets.flatMap((set) =>
    sample(
      all.queries.filter((row) => row.set === set),
      perSet / 2,
    ),
  );
  rows.push({ name: 'all in one index', ...(await rowOf({ documents: all.documents, queries }, false)) });
  return rows;
}

const columns = ['tools', 'queries', 'BM25F fixed', 'BM25F tuned here', 'words', 'words and meaning'];

const cell = (value) => (typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : (value ?? ''));

/** Prints the table. Rows `{name, value, unit, ratio, against}`: words and meaning beside BM25F fixed. */
export async function setsTable(data, perSet) {
  const rows = await measureSets(data, perSet);
  console.log(`\n| NDCG@10 | ${columns.join(' | ')} |\n| --- |${columns.map(() => ' ---: |').join('')}`);
  for (const row of rows) console.log(`| ${row.name} | ${columns.map((column) => cell(row[column])).join(' | ')} |`);
  return rows.map((row) => ({
    name: `search ${row.name} with meaning (sample), NDCG@10`,
    value: row['words and meaning'],
    unit: '%',
    ratio: row['words and meaning'] / row['BM25F fixed'],
    against: 'BM25F fixed',
  }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [data = new URL('../../../../shared/data', import.meta.url).pathname, perSet] = process.argv.slice(2);
  if (hasData(data)) await setsTable(data, perSet && Number(perSet));
}
