import { z } from 'zod';
import { type MigrationPlan, type PlannedStep, planMigration } from '../migration/plan-migration.js';
import { shownTable, type TableName } from '../migration/shape.js';
import { findTable, type Schema, tableNamed } from '../schema/schema.js';
import { databaseTool } from './database-tool.js';
import { databaseField } from './fields.js';

const name = z.string().min(1).max(200);

const input = z.strictObject({
  database: databaseField,
  desired: z
    .string()
    .max(50_000)
    .describe(
      'CREATE TABLE and CREATE INDEX statements in the dialect of the database: all of each table that changes, as it should be. Tables that are not named stay as they are. describe with definitions shows the current ones',
    ),
  renames: z
    .array(z.strictObject({ table: name, column: name.optional(), to: name }))
    .max(50)
    .default([])
    .describe(
      'Columns, or without `column` tables, that keep their data under another name; `table` is the current name',
    ),
  drops: z
    .array(name)
    .max(50)
    .default([])
    .describe('Tables (`orders`) and columns (`orders.note`) that may be removed with their data'),
});

const steps = z.array(
  z.object({
    sql: z.string(),
    table: z.string().nullable(),
    lock: z.string().describe('In the words of the server'),
    blocks: z.enum(['nothing', 'writes', 'reads and writes']),
    work: z.enum(['catalog', 'scan', 'index', 'rewrite']).describe('What its duration grows with'),
    estimatedMs: z.number().nullable().describe('Without the wait for the lock; null when the rows are unknown'),
    losesData: z.boolean(),
    note: z.string().nullable(),
    check: z.string().nullable().describe('A query that must count 0 before, or the step fails'),
  }),
);

const output = z.object({
  database: z.string(),
  up: steps,
  down: steps,
  tried: z.object({
    copied: z.array(z.string()).describe('Tables of the copy on which all steps were run, up and down'),
    microsecondsPerRow: z.object({ scan: z.number(), index: z.number(), rewrite: z.number() }),
  }),
  transactional: z.boolean().describe('All steps up can run in one transaction'),
  estimatedMs: z.number().nullable(),
  losesData: z.boolean(),
});

/** Plans a change of tables. No tool runs one: a person reads the plan and runs it. */
export const planMigrationTool = databaseTool({
  name: 'plan_migration',
  title: 'Plan a migration',
  description:
    'Compare the current schema with a desired one and write the statements up and down. They are tried on an empty copy and returned with locks, estimated durations and what loses data. Nothing is run on the database: a person reviews the plan and runs it.',
  annotations: Object.freeze({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }),
  input,
  output,
  async run({ database, desired, renames, drops }, { databases, signal }) {
    const source = await databases.source(database);
    const schema = await databases.schema(database, signal, true);
    const plan = await planMigration(
      source,
      {
        desired,
        renames: renames.map((it) => ({ table: place(schema, it.table), column: it.column ?? null, to: it.to })),
        drops: drops.map((it) => droppedPlace(schema, it)),
      },
      (table) => findTable(schema, table)?.estimatedRows ?? null,
      signal,
    );
    return { structured: structuredOf(database, plan), text: textOf(plan) };
  },
});

/** The table of the schema; an unknown name stays as it is written and is refused later. */
const place = (schema: Schema, text: string): TableName => tableNamed(schema, text) ?? { schema: null, name: text };

function droppedPlace(schema: Schema, text: string): { readonly table: TableName; readonly column: string | null } {
  const dot = text.lastIndexOf('.');
  if (dot < 0 || tableNamed(schema, text) !== undefined) return { table: place(schema, text), column: null };
  return { table: place(schema, text.slice(0, dot)), column: text.slice(dot + 1) };
}

const shownStep = ({ table, ...it }: PlannedStep) => ({ ...it, table: table === null ? null : shownTable(table) });

const totalOf = (all: readonly PlannedStep[]): number | null =>
  all.reduce<number | null>((sum, it) => (sum === null || it.estimatedMs === null ? null : sum + it.estimatedMs), 0);

const structuredOf = (database: string, { up, down, copied, isTransactional, rates }: MigrationPlan) => ({
  database,
  up: up.map(shownStep),
  down: down.map(shownStep),
  tried: { copied: [...copied], microsecondsPerRow: rates },
  transactional: isTransactional,
  estimatedMs: totalOf(up),
  losesData: up.some((it) => it.losesData),
});

function textOf({ up, down, isTransactional }: MigrationPlan): string {
  if (up.length === 0) return 'The schema is as desired: there is nothing to do.';
  const lines = (all: readonly PlannedStep[]) => all.map((it) => `${it.sql};\n${remarks(it)}`).join('\n');
  const total = totalOf(up);
  const how = isTransactional ? 'in one transaction' : 'not in one transaction';
  const head = `-- For a person to review and run, ${how}; ${total === null ? 'duration unknown' : `about ${total} ms`}. Tried up and down on a copy.`;
  return `${head}\n-- Up\n${lines(up)}\n-- Down\n${lines(down)}`;
}

const remarks = (it: PlannedStep): string =>
  [
    `lock ${it.lock}, blocks ${it.blocks}, ${it.work}${it.estimatedMs === null ? '' : `, about ${it.estimatedMs} ms`}`,
    it.losesData ? 'LOSES DATA' : null,
    it.note,
    it.check === null ? null : `first check that this counts 0: ${it.check}`,
  ]
    .filter((line) => line !== null)
    .map((line) => `--   ${line}`)
    .join('\n');
