import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parameterTexts } from '@assay/core';

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
});

/** Real agent tools and OpenAPI operations with schemas, `count` of them. */
export const fiveThousand = (data) =>
  [...readLines(join(data, 'catalog/mcp_tools.jsonl')), ...readLines(join(data, 'catalog/openapi_5k.jsonl'))]
    .slice(0, 5_000)
    .map(asDocument);

/** Real OpenAPI operations, without schemas but with parameter names. */
export const fiftyThousand = (data) =>
  readLines(join(data, 'catalog/openapi_50k_noschema.jsonl.gz')).slice(0, 50_000).map(asDocument);

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
