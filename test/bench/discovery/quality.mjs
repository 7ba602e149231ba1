/**
 * How good the answers are: NDCG@10, Recall@5 and @10, MRR and the share of queries without any answer, for each set and for
 * all of them in one index, beside other engines and BM25F on the same words in the same run. One setting of ours for all;
 * BM25F once with the one setting that is to be beaten, and once tuned on the very queries of the set.
 */
import { bm25f, fixed, termsOf, tune, wordsByField } from './bm25f.mjs';
import { assay, miniSearchDefault, miniSearchSameWords, orama, plainBm25 } from './engines.mjs';
import { ndcg } from './ndcg.mjs';
import { mixedSet, retrievalSet, sets } from './real-tools.mjs';

/** Other engines answer about so many queries of a table, evenly drawn: some take a tenth of a second for one. */
const askedOfPeers = 250;

/** Tuning looks at about so many queries of a set; what it finds is measured on all. */
const tunedOn = 200;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Measures of one answer, in [0,1]. */
export function judge(ids, relevant) {
  const wanted = new Set(relevant);
  const first = ids.findIndex((id) => wanted.has(id));
  const recall = (count) => ids.slice(0, count).filter((id) => wanted.has(id)).length / wanted.size;
  return {
    ndcg: ndcg(ids, relevant),
    recall5: recall(5),
    recall10: recall(10),
    mrr: first < 0 || first > 9 ? 0 : 1 / (first + 1),
    none: ids.length === 0 ? 1 : 0,
  };
}

const measures = ['ndcg', 'recall5', 'recall10', 'mrr', 'none'];

/** Means over the queries in percent; of several sets, the mean of the sets' means. */
async function measure(find, queries) {
  const bySet = new Map();
  for (const { query, relevant, set } of queries) {
    const judged = judge((await find(query)).slice(0, 10), relevant);
    bySet.set(set, [...(bySet.get(set) ?? []), judged]);
  }
  const means = [...bySet.values()].map((list) => measures.map((name) => 100 * mean(list.map((one) => one[name]))));
  return Object.fromEntries(measures.map((name, at) => [name, mean(means.map((row) => row[at]))]));
}

function bm25fRows(documents, queries, isTuned) {
  const counted = wordsByField(documents);
  const read = new Map(queries.map(({ query }) => [query, termsOf(query)]));
  const engine = (settings, once) => async (query) => bm25f(counted, read.get(query), settings, once);
  const rows = [
    ['BM25F fixed', engine(fixed, false)],
    ['BM25F fixed, each word once', engine(fixed, true)],
  ];
  if (!isTuned) return rows;
  const step = Math.max(1, Math.round(queries.length / tunedOn));
  const sample = queries.filter((_, at) => at % step === 0);
  for (const once of [false, true]) {
    const rate = (settings) =>
      mean(sample.map(({ query, relevant }) => ndcg(bm25f(counted, read.get(query), settings, once), relevant)));
    rows.push([`BM25F tuned here${once ? ', each word once' : ''}`, engine(tune(rate), once)]);
  }
  return rows;
}

function print(title, table) {
  console.log(`\n${title.padEnd(46)} NDCG@10    R@5   R@10    MRR  no answer`);
  for (const [name, row] of table) {
    const cells = measures.map((measure) => row[measure].toFixed(1).padStart(measure === 'none' ? 10 : 6));
    console.log(`  ${name.padEnd(45)}${cells.join(' ')}`);
  }
}

/** The engines beside ours. */
const peers = [plainBm25, miniSearchDefault, miniSearchSameWords, orama];

async function compare(title, { documents, queries }, { isTuned }) {
  const table = new Map();
  table.set('assay', await measure(await assay.build(documents), queries));
  for (const [name, find] of bm25fRows(documents, queries, isTuned)) table.set(name, await measure(find, queries));
  const step = Math.max(1, Math.round(queries.length / askedOfPeers));
  const asked = queries.filter((_, at) => at % step === 0);
  const note = step > 1 ? ` (${asked.length} queries)` : '';
  for (const peer of peers) table.set(`${peer.name}${note}`, await measure(await peer.build(documents), asked));
  print(`${title}: ${documents.length} tools, ${queries.length} queries`, table);
  return table;
}

/** Rows `{name, value, unit, ratio, against, target}`. */
export async function measureQuality(data) {
  const rows = [];
  const value = (table, name) => table.get(name).ndcg;
  for (const set of sets) {
    const { documents, queries } = retrievalSet(data, set);
    const named = { documents, queries: queries.map((row) => ({ ...row, set })) };
    const table = await compare(set, named, { isTuned: true });
    rows.push({
      name: `search ${set} NDCG@10`,
      value: value(table, 'assay'),
      unit: '%',
      ratio: value(table, 'assay') / value(table, 'BM25F tuned here'),
      against: 'BM25F tuned here',
      target: { of: 'ratio', atLeast: 1 },
    });
  }
  const table = await compare('all sets in one index, mean of sets', mixedSet(data), { isTuned: false });
  for (const [name, target] of [
    ['BM25F fixed', { of: 'ratio', atLeast: 1.1 }],
    ['BM25F fixed, each word once', undefined],
  ]) {
    rows.push({
      name: `search all sets in one NDCG@10, to ${name}`,
      value: value(table, 'assay'),
      unit: '%',
      ratio: value(table, 'assay') / value(table, name),
      against: name,
      target,
    });
  }
  return rows;
}
