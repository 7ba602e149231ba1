import { createHash } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { placeholder, quoteName, quoteTable } from '../names.js';
import { qualified, type Schema, type Table } from '../schema/schema.js';
import type { SqlKind, Transaction } from '../sql-source.js';
import type { Action, RowChange } from './check-change.js';
import { type PlainRow, parameterOf, sameRow } from './plain-rows.js';
import { RowStatements } from './statements.js';

/** A row before and after a change; null where it did not exist. */
export interface ChangedRow {
  readonly before: PlainRow | null;
  readonly after: PlainRow | null;
}

/** SHA-256 over rows, so that a change can be made only while they are as they were previewed. */
export const digestOf = (rows: readonly (PlainRow | null)[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('hex');

/** The rows that a change would find, locked; those that do not exist are named in a refusal. */
export async function findRows(
  transaction: Transaction,
  statements: RowStatements,
  changes: readonly RowChange[],
): Promise<(PlainRow | null)[]> {
  const rows: (PlainRow | null)[] = [];
  for (const { key } of changes) {
    if (key === null) rows.push(null);
    else {
      const row = await statements.find(transaction, key);
      if (row === null)
        throw new Refusal(`No row of "${qualified(statements.table)}" has the key ${JSON.stringify(key)}.`);
      rows.push(row);
    }
  }
  return rows;
}

/** Makes a change in a transaction and returns the rows as the database has them afterwards. */
export async function applyChange(
  transaction: Transaction,
  { kind, schema, table }: { readonly kind: SqlKind; readonly schema: Schema; readonly table: Table },
  action: Action,
  changes: readonly RowChange[],
  ifDigest: string | undefined,
): Promise<ChangedRow[]> {
  const statements = new RowStatements(kind, table);
  const found = await findRows(transaction, statements, changes);
  if (ifDigest !== undefined && digestOf(found) !== ifDigest)
    throw new Refusal('The rows changed since they were previewed. Preview again, then decide.');
  if (action === 'delete') await requireNoCascade(transaction, kind, schema, table, found);
  const changed: ChangedRow[] = [];
  for (const [at, { key, set }] of changes.entries()) {
    const before = found[at] ?? null;
    if (action === 'delete' && key !== null) {
      await statements.delete(transaction, key);
      changed.push({ before, after: null });
    } else if (action === 'update' && key !== null) {
      await statements.update(transaction, key, set ?? {});
      changed.push({ before, after: await statements.find(transaction, key) });
    } else {
      const made = await statements.insert(transaction, set ?? {}, false);
      changed.push({ before: null, after: await statements.find(transaction, made) });
    }
  }
  return changed;
}

const cascading = new Set(['CASCADE', 'SET NULL', 'SET DEFAULT']);

/** A deletion that would change rows of other tables could not be undone, so those are deleted first, by themselves. */
async function requireNoCascade(
  transaction: Transaction,
  kind: SqlKind,
  schema: Schema,
  table: Table,
  rows: readonly (PlainRow | null)[],
): Promise<void> {
  for (const other of schema.tables)
    for (const key of other.foreignKeys) {
      const refers = key.table === table.name && (key.schema === null || key.schema === table.schema);
      if (!refers || !cascading.has(key.onDelete)) continue;
      const referenced = key.referenced.length > 0 ? key.referenced : table.primaryKey;
      const where = key.columns.map((it, at) => `${quoteName(kind, it)} = ${placeholder(kind, at + 1)}`).join(' AND ');
      for (const row of rows) {
        const values = referenced.map((it) => parameterOf(row?.[it] ?? null));
        const [one] = await transaction.all(
          `SELECT 1 AS one FROM ${quoteTable(kind, other)} WHERE ${where} LIMIT 1`,
          values,
        );
        if (one !== undefined)
          throw new Refusal(
            `Rows of "${qualified(other)}" refer to it and would be changed too (${key.onDelete}). Delete those first.`,
          );
      }
    }
}

/** Brings rows back to what they were before a change, unless somebody changed them since; the latest change first. */
export async function undoChange(
  transaction: Transaction,
  kind: SqlKind,
  table: Table,
  changed: readonly ChangedRow[],
): Promise<'restored' | 'unchanged'> {
  const statements = new RowStatements(kind, table);
  const keyOf = (row: PlainRow): PlainRow => Object.fromEntries(table.primaryKey.map((it) => [it, row[it] ?? null]));
  let restored = 0;
  for (const { before, after } of [...changed].reverse()) {
    const some = after ?? before;
    if (some === null) continue;
    const key = keyOf(some);
    const current = await statements.find(transaction, key);
    if (sameRow(current, before)) continue;
    if (!sameRow(current, after))
      throw new Refusal(
        `The row ${JSON.stringify(key)} of "${qualified(table)}" was changed since. It is left as it is: a person must decide.`,
      );
    restored += 1;
    if (before === null) await statements.delete(transaction, key);
    else if (after === null) await statements.insert(transaction, writable(table, before), true);
    else await statements.update(transaction, key, differing(table, before, after));
  }
  return restored > 0 ? 'restored' : 'unchanged';
}

const writable = (table: Table, row: PlainRow): PlainRow =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => table.columns.some((it) => it.name === name && !it.generated)),
  );

const differing = (table: Table, before: PlainRow, after: PlainRow): PlainRow =>
  Object.fromEntries(
    Object.entries(writable(table, before)).filter(
      ([name, value]) => !sameRow({ value }, { value: after[name] ?? null }),
    ),
  );
