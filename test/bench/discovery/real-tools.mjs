import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { embeddingText, parameterTexts } from '@assay/discovery';
import { embedText, tokenTable } from '@assay/meaning';
import { essencesOf } from '@assay/search';

export const sets = ['sealtools', 'stabletoolbench', 'bfcl', 'metatool', 'livemcp'];
export const audience = ['public'];

/** One JSON value a line, packed or not. */
export function readLines(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export const hasData = (data) => existsSync(join(data, 'retrieval')) && existsSync(join(data, 'catalog'));

/** A row of the data sets as the index takes it; ids are made unique, because some sets repeat theirs. */
const asDocument = (row, number) => ({
  id: `${row.id}#${number}`,
  name: row.name,
  title: '',
  description: row.description ?? '',
  provider: row.provider ?? '',
  capabilities: row.tags ?? [],
  parameters: row.input_schema === undefined ? (row.params ?? []) : parameterTexts(row.input_schema),
  audience,
  trustKey: 0,
  namespace: 'bench',
  protocol: 'http',
  stage: 'BETA',
  readOnly: false,
  deprecated: false,
  publishedAt: 0,
});

/** Real agent tools and OpenAPI operations with schemas, `count` of them. */
export const fiveThousand = (data) =>
  [...readLines(join(data, 'catalog/mcp_tools.jsonl')), ...readLines(join(data, 'catalog/openapi_5k.jsonl'))]
    .slice(0, 5_000)
    .map(asDocument);

/** The vector of a text in the table that ships. */
export const vectorOf = (text) => embedText(text, tokenTable()) ?? undefined;

/** What a search with the table that ships hands over of a query's meaning; nothing for a text without a known word. */
export function meaningOf(text) {
  const [whole, ...parts] = essencesOf(text);
  const vector = vectorOf(whole) ?? vectorOf(text);
  if (vector === undefined) return {};
  const partVectors = parts.flatMap((part) => vectorOf(part) ?? []);
  return { vector, ...(partVectors.length > 0 && { partVectors }) };
}

/** The real agent tools alone, by their own ids, with their vectors. */
export const agentTools = (data) =>
  readLines(join(data, 'catalog/mcp_tools.jsonl'))
    .map(asDocument)
    .map((it) => ({ ...it, id: it.id.replace(/#\d+$/, ''), vector: vectorOf(embeddingText(it).text) }));

/** Real OpenAPI operations, without schemas but with parameter names. */
export const fiftyThousand = (data) =>
  readLines(join(data, 'catalog/openapi_50k_noschema.jsonl.gz')).slice(0, 50_000).map(asDocument);

/** Real operations again and again, each time with other names for what they are about, as other providers would say it. */
export function* varied(documents, count) {
  const nouns = ['ledger', 'parcel', 'clinic', 'harvest', 'museum', 'turbine', 'tenant', 'voyage', 'archive', 'studio'];
  for (let number = 0; number < count; number += 1) {
    const round = Math.floor(number / documents.length);
    const one = documents[number % documents.length];
    if (round === 0) yield one;
    else {
      const [first, second] = [nouns[(number + round) % nouns.length], nouns[(number * 7 + round * 3) % nouns.length]];
      yield {
        ...one,
        id: `${one.id}~${round}`,
        name: `${first}_${one.name}`,
        provider: `${second}${round} ${one.provider}`,
        description: `${one.description} of the ${first} ${second}${number % 997}`,
      };
    }
  }
}

/** All sets in one: ids and right answers bear the set's name. */
export function mixedSet(data) {
  const documents = [];
  const queries = [];
  for (const set of sets) {
    const one = retrievalSet(data, set);
    documents.push(...one.documents.map((document) => ({ ...document, id: `${set}|${document.id}` })));
    queries.push(...one.queries.map((row) => ({ ...row, set, relevant: row.relevant.map((id) => `${set}|${id}`) })));
  }
  return { documents, queries };
}

/** Requests of which none of the functions in `offered` does what is asked for. */
export const hopelessQueries = (data) => readLines(join(data, 'retrieval/bfcl/irrelevance.jsonl'));

export function retrievalSet(data, set) {
  const folder = join(data, 'retrieval', set);
  const documents = readLines(join(folder, 'tools.jsonl')).map((row) => ({ ...asDocument(row, 0), id: row.id }));
  return { documents, queries: readLines(join(folder, 'queries.dev.jsonl')) };
}

/** Every nth query of all sets together, about `count`. */
export function mixedQueries(data, count) {
  const all = sets.flatMap((set) => retrievalSet(data, set).queries.map(({ query }) => query));
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}
