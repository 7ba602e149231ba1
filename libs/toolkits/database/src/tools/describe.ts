import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { isJunction, namedOrChosen } from '../describe/choose-tables.js';
import { compactTable } from '../describe/compact.js';
import { readStatistics } from '../describe/statistics.js';
import { isSameTable, type TableName } from '../migration/shape.js';
import { qualified, type Schema, tableNamed } from '../schema/schema.js';
import type { SqlSource } from '../sql-source.js';
import { databaseTool } from './database-tool.js';
import { databaseField, reads } from './fields.js';

const maxOthers = 200;

const input = z.strictObject({
  database: databaseField,
  question: z.string().max(2_000).default('').describe('What you want to know: chooses the tables'),
  tables: z.array(z.string().max(200)).max(10).default([]).describe('These tables, as `name` or `schema.name`'),
  maxTables: z.int().min(1).max(10).default(10),
  samples: z.int().min(0).max(5).default(2).describe('Masked example rows of each table'),
  statistics: z
    .boolean()
    .default(true)
    .describe('Null rates, common values and rows per day; without them fewer statements are run'),
  definitions: z.boolean().default(false).describe('CREATE statements as well, as plan_migration takes them'),
});

const output = z.object({
  database: z.string(),
  version: z.string(),
  schema: z.string().describe('The chosen tables in compact form'),
  tables: z.array(z.string()),
  junctions: z.array(z.string()).describe('Tables that only relate others'),
  others: z.array(z.string()).describe('Names of tables that are not described'),
  totalTables: z.int().nonnegative(),
  definitions: z.string().optional().describe('CREATE statements of the chosen tables'),
});

export const describe = databaseTool({
  name: 'describe',
  title: 'Describe the schema of a database',
  description:
    'Show the tables that a question is about (at most 10): columns, types, keys, indexes, checks, comments, estimated rows, rows per day, null rates, common values and masked sample rows. Names of the other tables come along.',
  annotations: reads,
  input,
  output,
  async run({ database, question, tables: names, maxTables, samples, statistics, definitions }, { databases, signal }) {
    const source = await databases.source(database);
    const schema = await databases.schema(database, signal, true);
    requireNames(schema, names);
    const chosen = namedOrChosen(schema, names, question, maxTables);
    const parts: string[] = [];
    for (const table of chosen) {
      const known = statistics || samples > 0 ? await readStatistics(source, table, samples, signal) : null;
      parts.push(compactTable(table, known));
    }
    const others = schema.tables.filter((it) => !chosen.includes(it)).map(qualified);
    const structured = {
      database,
      version: await source.version(signal),
      schema: parts.join('\n'),
      tables: chosen.map(qualified),
      junctions: chosen.filter(isJunction).map(qualified),
      others: others.slice(0, maxOthers),
      totalTables: schema.tables.length,
      ...(definitions && { definitions: await definitionsOf(source, chosen, signal) }),
    };
    const rest = others.length === 0 ? '' : `\nOther tables: ${structured.others.join(', ')}`;
    const created = structured.definitions === undefined ? '' : `\n\n${structured.definitions}`;
    return { structured, text: `-- ${structured.version}\n${structured.schema}${created}${rest}` };
  },
});

function requireNames(schema: Schema, names: readonly string[]): void {
  const unknown = names.find((it) => tableNamed(schema, it) === undefined);
  if (unknown !== undefined)
    throw new Refusal(`There is no table "${unknown}". Call describe with a question to see which tables there are.`);
}

/** The statements that create the tables, in the words in which a desired schema is compared with them. */
async function definitionsOf(
  { migration, all }: SqlSource,
  chosen: readonly TableName[],
  signal: AbortSignal,
): Promise<string> {
  const shape = await migration.readShape((sql, parameters) => all(sql, parameters, signal));
  const tables = shape.tables.filter((it) => chosen.some((table) => isSameTable(table, it)));
  return migration
    .create(shape, tables)
    .map((it) => `${it};`)
    .join('\n');
}
