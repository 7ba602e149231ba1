import { clip } from '@assay/kit';
import { z } from 'zod';
import { wordsOf } from '../describe/choose-tables.js';
import { maskedValue } from '../describe/mask.js';
import { inferFields } from '../mongo/infer-schema.js';
import { databaseTool } from './database-tool.js';
import { databaseField, reads } from './fields.js';

const collection = z.string().min(1).max(200);
const anyObject = z.record(z.string(), z.unknown());
const maxRows = z.int().min(1).max(1_000).default(100);
const output = z.object({
  documents: z.array(anyObject),
  count: z.int().nonnegative(),
  executionMs: z.number().nonnegative(),
  truncated: z.boolean(),
});

const answer = (
  { documents, truncated }: { documents: Record<string, unknown>[]; truncated: boolean },
  max: number,
  ms: number,
) => {
  const shown = documents.slice(0, max);
  const structured = {
    documents: shown,
    count: shown.length,
    executionMs: Math.round(ms * 10) / 10,
    truncated: truncated || shown.length < documents.length,
  };
  return {
    structured,
    text: clip(shown.map((it) => JSON.stringify(it)).join('\n') + (structured.truncated ? '\n… (more documents)' : '')),
  };
};

export const find = databaseTool({
  name: 'find',
  title: 'Find documents (MongoDB)',
  description: 'Find documents of a MongoDB collection by a filter. Operators that run JavaScript are refused.',
  annotations: reads,
  input: z.strictObject({
    database: databaseField,
    collection,
    filter: anyObject.default({}),
    projection: anyObject.default({}),
    sort: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])).default({}),
    skip: z.int().min(0).max(100_000).default(0),
    maxRows,
  }),
  output,
  async run({ database, collection: name, maxRows: max, ...asked }, { databases, signal, now }) {
    const begun = now();
    return answer(await databases.mongo(database).find(name, asked, signal), max, now() - begun);
  },
});

export const aggregate = databaseTool({
  name: 'aggregate',
  title: 'Aggregate documents (MongoDB)',
  description:
    'Run a pipeline of allowed stages on a MongoDB collection. Stages that write, run JavaScript or read the server are refused.',
  annotations: reads,
  input: z.strictObject({ database: databaseField, collection, pipeline: z.array(anyObject).min(1).max(12), maxRows }),
  output,
  async run({ database, collection: name, pipeline, maxRows: max }, { databases, signal, now }) {
    const begun = now();
    return answer(await databases.mongo(database).aggregate(name, pipeline, signal), max, now() - begun);
  },
});

const sampled = 100;
const maxCollections = 10;

export const describeCollections = databaseTool({
  name: 'describe_collections',
  title: 'Describe collections (MongoDB)',
  description:
    'Infer the fields of MongoDB collections from sampled documents: types, how many documents have them, and a masked example. A question chooses at most 10 collections.',
  annotations: reads,
  input: z.strictObject({ database: databaseField, question: z.string().max(2_000).default('') }),
  output: z.object({ schema: z.string(), collections: z.array(z.string()), others: z.array(z.string()) }),
  async run({ database, question }, { databases }) {
    const source = databases.mongo(database);
    const names = await source.collections();
    const asked = new Set(wordsOf(question));
    const score = (name: string) => wordsOf(name).filter((it) => asked.has(it)).length;
    const ranked = [...names].sort((a, b) => score(b) - score(a));
    const chosen = ranked.slice(0, maxCollections);
    const parts: string[] = [];
    for (const name of chosen) {
      const documents = await source.sample(name, sampled);
      const fields = inferFields(documents).map(
        ({ path, types, share }) => `  ${path}: ${types.join('|')}${share < 1 ? ` (${Math.round(share * 100)}%)` : ''}`,
      );
      const example = Object.fromEntries(
        Object.entries(documents[0] ?? {}).map(([field, value]) => [field, maskedValue(value, field, false)]),
      );
      parts.push(
        `COLLECTION ${name} -- ~${await source.estimatedCount(name)} documents\n${fields.join('\n')}\n-- e.g. ${JSON.stringify(example)}`,
      );
    }
    const structured = { schema: parts.join('\n'), collections: chosen, others: ranked.slice(maxCollections) };
    return { structured, text: structured.schema };
  },
});
