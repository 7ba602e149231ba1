/**
 * What the embedding table that ships adds to words: NDCG@10 and recall of each set and of all in one index, words alone
 * beside words with meaning, in one run.
 *
 *     node test/bench/discovery/meaning.mjs [folder of the data sets]
 */
import { pathToFileURL } from 'node:url';
import { embeddingText } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { judge } from './quality.mjs';
import { audience, hasData, meaningOf, mixedSet, retrievalSet, sets, vectorOf } from './real-tools.mjs';

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

async function built(documents, withMeaning) {
  const index = new EmbeddedToolIndex();
  for (let from = 0; from < documents.length; from += 500) {
    const batch = documents.slice(from, from + 500);
    await index.put(withMeaning ? batch.map((it) => ({ ...it, vector: vectorOf(embeddingText(it).text) })) : batch);
  }
  return index;
}

async function quality(documents, queries, withMeaning) {
  const index = await built(documents, withMeaning);
  const bySet = new Map();
  for (const { query, relevant, set } of queries) {
    const { candidates } = await index.search({
      text: query,
      capabilities: [],
      audience,
      limit: 10,
      ...(withMeaning && meaningOf(query)),
    });
    const judged = judge(
      candidates.map(({ id }) => id),
      relevant,
    );
    bySet.set(set, [...(bySet.get(set) ?? []), judged]);
  }
  const all = [...bySet.values()];
  return {
    ndcg: 100 * mean(all.map((list) => mean(list.map((it) => it.ndcg)))),
    recall: 100 * mean(all.map((list) => mean(list.map((it) => it.recall10)))),
  };
}

export async function run({ data }) {
  const rows = [];
  const tables = [...sets.map((set) => [set, retrievalSet(data, set)]), ['all sets in one', mixedSet(data)]];
  for (const [name, { documents, queries }] of tables) {
    const words = await quality(documents, queries, false);
    const both = await quality(documents, queries, true);
    for (const measure of ['ndcg', 'recall'])
      rows.push({
        name: `search ${name} with meaning, ${measure === 'ndcg' ? 'NDCG@10' : 'R@10'}`,
        value: both[measure],
        unit: '%',
        ratio: both[measure] / words[measure],
        against: `words alone (${words[measure].toFixed(1)})`,
      });
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
  if (hasData(data))
    for (const { name, value, unit, ratio, against } of await run({ data }))
      process.stdout.write(`${name.padEnd(52)} ${value.toFixed(1)} ${unit}  ${ratio.toFixed(3)} of ${against}\n`);
}
