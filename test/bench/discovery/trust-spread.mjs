/**
 * What ranking by trust costs relevance: every tool has a trust drawn evenly from 0.5 to 1, whatever its merit, and the whole of
 * discovery answers the development queries of each set; beside it the same with equal trust. The relevance term was chosen on
 * every fourth of these queries, in one index of all sets; here each set is an index of its own, and those queries are left out.
 *
 *     node test/bench/discovery/trust-spread.mjs [folder of the data sets] [queries of a set]
 */
import { pathToFileURL } from 'node:url';
import { DiscoverTools, embeddingText } from '@assay/discovery';
import { EmbeddedToolIndex } from '@assay/search';
import { ndcg } from './ndcg.mjs';
import { hasData, meaningOf, retrievalSet, sets, vectorOf } from './real-tools.mjs';

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** In [0.5, 1), the same for a name every time (FNV-1a). */
function trustOf(id) {
  let hash = 2_166_136_261;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 16_777_619) >>> 0;
  return 0.5 + hash / 8_589_934_592;
}

/** Discovery over an index; `trust` gives each tool's. */
function discovery(index, trust) {
  const candidates = {
    audience: () => ['public'],
    organisationOf: () => null,
    minTrustKey: () => Number.NEGATIVE_INFINITY,
    find: (id) => ({
      ...{ id, version: '1.0.0', stage: 'GENERAL_AVAILABILITY', trust: trust(id), trustView: 'outside' },
      ...{ own: false, endorsed: false, mayCall: { allowed: true, why: 'open to all' } },
      manifest: { name: id, version: '1.0.0', description: '', inputSchema: { type: 'object' }, protocol: 'http' },
    }),
    outOfUse: () => undefined,
  };
  const clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };
  const random = { uuid: () => '018f4e7a-0000-7000-8000-000000000000', token: () => '' };
  const meaning = { of: async (text) => meaningOf(text) };
  return new DiscoverTools(index, candidates, clock, random, meaning);
}

async function quality(tools, queries) {
  const gains = [];
  const hits = [];
  for (const { query, relevant } of queries) {
    const answer = await tools.discover({ query: `"${query}"`, detail: 'names' }, undefined);
    const ids = answer.ok ? answer.value.results.map(({ tool }) => tool) : [];
    gains.push(ndcg(ids, relevant));
    hits.push(relevant.includes(ids[0]) ? 1 : 0);
  }
  return { ndcg: 100 * mean(gains), hit: 100 * mean(hits) };
}

export async function measureTrustSpread(data, perSet = 200) {
  const rows = [];
  for (const set of sets) {
    const { documents, queries } = retrievalSet(data, set);
    const index = new EmbeddedToolIndex();
    await index.put(documents.map((it) => ({ ...it, vector: vectorOf(embeddingText(it).text) })));
    const unseen = set === 'livemcp' ? queries : queries.filter((_, at) => at % 4 !== 0);
    const step = Math.max(1, Math.floor(unseen.length / perSet));
    const asked = unseen.filter((_, at) => at % step === 0).slice(0, perSet);
    const equal = await quality(
      discovery(index, () => 0.75),
      asked,
    );
    const spread = await quality(discovery(index, trustOf), asked);
    rows.push(
      {
        name: `search ${set}, NDCG@10 lost to trust`,
        value: equal.ndcg - spread.ndcg,
        unit: 'points',
        against: `${equal.ndcg.toFixed(1)} with equal trust`,
        target: { of: 'value', below: 2.05 },
      },
      {
        name: `search ${set}, hit@1 lost to trust`,
        value: equal.hit - spread.hit,
        unit: 'points',
        against: `${equal.hit.toFixed(1)} with equal trust`,
        target: { of: 'value', below: 3.05 },
      },
    );
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [data = new URL('../../../../shared/data', import.meta.url).pathname, perSet] = process.argv.slice(2);
  if (hasData(data)) console.table(await measureTrustSpread(data, perSet && Number(perSet)));
}
