import { clip } from '@assay/kit';
import { z } from 'zod';
import { type QueryAnswer, runQuery } from '../query/run-query.js';
import { databaseTool } from './database-tool.js';
import { databaseField, reads, valueField } from './fields.js';

const input = z.strictObject({
  database: databaseField,
  sql: z
    .string()
    .min(1)
    .max(10_000)
    .describe(
      'One SELECT in the dialect of the database. Pass values as parameters: $1, $2 … in PostgreSQL, ? elsewhere',
    ),
  parameters: z.array(valueField).max(100).default([]).describe('In the order of their numbers'),
  maxRows: z.int().min(1).max(1_000).default(100).describe('Rows that are returned'),
});

export const answerFields = {
  sql: z.string().describe('The statement that was run'),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())).describe('Values in the order of the columns'),
  rowCount: z.int().nonnegative(),
  executionMs: z.number().nonnegative(),
  truncated: z.boolean().describe('There are more rows, or a value was shortened'),
};

/** The first rows of an answer. */
export const firstRows = (answer: QueryAnswer, maxRows: number): QueryAnswer =>
  answer.rows.length <= maxRows
    ? answer
    : { ...answer, rows: answer.rows.slice(0, maxRows), rowCount: maxRows, truncated: true };

export const textOf = ({ columns, rows, truncated }: QueryAnswer): string =>
  clip(
    [columns.join('\t'), ...rows.map((row) => row.map(cellText).join('\t'))].join('\n') +
      (truncated ? `\n… (more rows, or shortened values)` : ''),
  );

const cellText = (value: unknown): string =>
  value === null ? 'NULL' : typeof value === 'string' ? value.replaceAll(/[\t\r\n]/g, ' ') : JSON.stringify(value);

export const query = databaseTool({
  name: 'query',
  title: 'Query a database',
  description:
    'Run one SELECT on PostgreSQL, MySQL, MariaDB or SQLite. It is parsed and checked against an allow-list, planned, and run read-only with limits on joins, depth, cost, rows and time. A refusal begins with its reason and says what to change. Use describe first for the names of tables and columns.',
  annotations: reads,
  input,
  output: z.object(answerFields),
  async run({ database, sql, parameters, maxRows }, { databases, signal, now }) {
    const source = await databases.source(database);
    const schema = await databases.schema(database, signal);
    const answer = firstRows(await runQuery({ source, schema, now }, sql, parameters, signal), maxRows);
    return { structured: answer, text: textOf(answer) };
  },
});
