import { Refusal } from '@assay/kit';
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { qualified } from '../schema/schema.js';
import type { SqlSource } from '../sql-source.js';
import { applyChange, digestOf, findRows, undoChange } from '../write/apply-change.js';
import { type Action, actions, checkChanges, type RowChange, writableTable } from '../write/check-change.js';
import type { KeptRows } from '../write/kept-rows.js';
import type { PlainRow } from '../write/plain-rows.js';
import { RowStatements } from '../write/statements.js';
import { type DatabaseContext, databaseTool } from './database-tool.js';
import { databaseField, reads, valueField } from './fields.js';

const maxRows = 100;
const rowField = z.record(z.string().max(200), valueField);
const tableField = z.string().min(1).max(200).describe('`name` or `schema.name`');
const ifDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()
  .describe('Change only if the rows are as `preview` showed them (its digest)');
const keyField = rowField.describe('The whole primary key');
const acts: ToolAnnotations = Object.freeze({
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
});

const place = { database: databaseField, table: tableField };
const inputs = {
  insert: z.strictObject({ ...place, rows: z.array(rowField).min(1).max(maxRows) }),
  update: z.strictObject({
    ...place,
    changes: z
      .array(z.strictObject({ key: keyField, set: rowField.describe('New values') }))
      .min(1)
      .max(maxRows),
    ifDigest,
  }),
  delete: z.strictObject({ ...place, keys: z.array(keyField).min(1).max(maxRows), ifDigest }),
};

const anyRow = z.record(z.string(), z.unknown());
const changed = z.object({
  table: z.string(),
  changed: z.int().nonnegative(),
  rows: z.array(z.object({ before: anyRow.nullable(), after: anyRow.nullable() })),
  undo: z.string().describe('Give it to restore to get the former rows back. Anyone who has it can undo this change'),
  undoUntil: z.string().meta({ format: 'date-time' }),
});

type Writing = NonNullable<SqlSource['write']>;

function writingOf(source: SqlSource, database: string): Writing {
  if (source.write === null)
    throw new Refusal(
      `"${database}" is registered for reading only. An administrator adds a role that writes: assay databases add ${database} --writer`,
    );
  return source.write;
}

async function change(
  kept: KeptRows,
  action: Action,
  at: { readonly database: string; readonly table: string },
  changes: readonly RowChange[],
  digest: string | undefined,
  { databases, signal }: DatabaseContext,
) {
  const source = await databases.source(at.database);
  const write = writingOf(source, at.database);
  const schema = await databases.schema(at.database, signal, true);
  const table = writableTable(schema, at.table);
  checkChanges(table, action, changes);
  const name = qualified(table);
  const made = await write(async (transaction) => {
    const rows = await applyChange(transaction, { kind: source.kind, schema, table }, action, changes, digest);
    // On disk before the commit: what is changed can be undone.
    return { rows, ...(await kept.keep({ database: at.database, table: name, changed: rows })) };
  }, signal);
  const structured = {
    table: name,
    changed: made.rows.length,
    rows: made.rows.map(({ before, after }) => ({ before, after })),
    undo: made.undo,
    undoUntil: new Date(made.until).toISOString(),
  };
  return { structured, text: `${name}: ${made.rows.length} rows, ${action}. Undo: ${made.undo}` };
}

export const insertWith = (kept: KeptRows) =>
  databaseTool({
    name: 'insert',
    title: 'Insert rows',
    description: `Insert at most ${maxRows} rows into a table, all or none. Use preview first. restore removes them again.`,
    annotations: acts,
    input: inputs.insert,
    output: changed,
    run: ({ rows, ...at }, context) =>
      change(
        kept,
        'insert',
        at,
        rows.map((set) => ({ key: null, set })),
        undefined,
        context,
      ),
  });

export const updateWith = (kept: KeptRows) =>
  databaseTool({
    name: 'update',
    title: 'Update rows by key',
    description: `Set columns of at most ${maxRows} rows, each named by its primary key, all or none. Use preview first. The former rows are kept for 30 days: restore brings them back.`,
    annotations: acts,
    input: inputs.update,
    output: changed,
    run: ({ changes, ifDigest: digest, ...at }, context) => change(kept, 'update', at, changes, digest, context),
  });

export const deleteWith = (kept: KeptRows) =>
  databaseTool({
    name: 'delete',
    title: 'Delete rows by key',
    description: `Delete at most ${maxRows} rows, each named by its primary key, all or none. A deletion that would change other tables is refused. The former rows are kept for 30 days: restore brings them back.`,
    annotations: acts,
    input: inputs.delete,
    output: changed,
    run: ({ keys, ifDigest: digest, ...at }, context) =>
      change(
        kept,
        'delete',
        at,
        keys.map((key) => ({ key, set: null })),
        digest,
        context,
      ),
  });

export const preview = databaseTool({
  name: 'preview',
  title: 'Preview a change of rows',
  description:
    'Show the rows that insert, update or delete would change, before and after, and their digest. Changes nothing.',
  annotations: reads,
  input: z.strictObject({
    ...place,
    action: z.enum(actions),
    rows: z.array(rowField).max(maxRows).default([]).describe('Of insert'),
    changes: inputs.update.shape.changes.min(0).default([]).describe('Of update'),
    keys: z.array(keyField).max(maxRows).default([]).describe('Of delete'),
  }),
  output: z.object({
    table: z.string(),
    action: z.enum(actions),
    count: z.int().nonnegative(),
    rows: z.array(z.object({ before: anyRow.nullable(), after: anyRow.nullable() })),
    digest: z.string().describe('Pass it as ifDigest'),
  }),
  async run({ database, table: named, action, rows, changes, keys }, { databases, signal }) {
    const source = await databases.source(database);
    const schema = await databases.schema(database, signal, true);
    const table = writableTable(schema, named);
    const planned = plannedChanges(action, rows, changes, keys);
    if (planned.length === 0)
      throw new Refusal(`Nothing to ${action}: give ${{ insert: 'rows', update: 'changes', delete: 'keys' }[action]}.`);
    checkChanges(table, action, planned);
    const write = writingOf(source, database);
    const found = await write(
      (transaction) => findRows(transaction, new RowStatements(source.kind, table), planned),
      signal,
    );
    const shown = planned.map(({ set }, at) => {
      const before = found[at] ?? null;
      return { before, after: action === 'delete' ? null : { ...before, ...set } };
    });
    const structured = { table: qualified(table), action, count: planned.length, rows: shown, digest: digestOf(found) };
    return {
      structured,
      text: `${action} ${planned.length} rows of ${structured.table}\n${JSON.stringify(shown)}\ndigest ${structured.digest}`,
    };
  },
});

function plannedChanges(
  action: Action,
  rows: readonly PlainRow[],
  changes: readonly RowChange[],
  keys: readonly PlainRow[],
): RowChange[] {
  if (action === 'insert') return rows.map((set) => ({ key: null, set }));
  return action === 'update' ? [...changes] : keys.map((key) => ({ key, set: null }));
}

export const restoreWith = (kept: KeptRows) =>
  databaseTool({
    name: 'restore',
    title: 'Undo a change of rows',
    description:
      'Bring rows back to what they were before an insert, update or delete. Refused when somebody has changed one of them since.',
    annotations: { ...acts, idempotentHint: true },
    input: z.strictObject({ undo: z.string().max(100).describe('What the change returned') }),
    output: z.object({
      table: z.string(),
      outcome: z.enum(['restored', 'unchanged']).describe('unchanged: the rows are as they were before'),
    }),
    async run({ undo }, { databases, signal }) {
      const { database, table: name, changed: rows } = await kept.find(undo);
      const source = await databases.source(database);
      const table = writableTable(await databases.schema(database, signal, true), name);
      const outcome = await writingOf(source, database)(
        (transaction) => undoChange(transaction, source.kind, table, rows),
        signal,
      );
      return { structured: { table: name, outcome }, text: `${name}: ${outcome}` };
    },
  });
