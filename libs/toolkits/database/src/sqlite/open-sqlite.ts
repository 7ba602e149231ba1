import { type QueryBounds, queryBounds } from '../gate/bounds.js';
import { sqliteDialect } from '../gate/subset/dialects.js';
import { gateSubset } from '../gate/subset/gate-subset.js';
import { sqliteMigration } from '../migration/sqlite/sqlite-migration.js';
import { QueryRefusal } from '../query-refusal.js';
import type { Table } from '../schema/schema.js';
import type { QueryRows, Row, SqlSource, Transaction } from '../sql-source.js';
import { inMemory, type SqliteAnswer, type SqliteRequest } from './requests.js';
import { SqliteProcess } from './sqlite-process.js';
import { readSqliteSchema } from './sqlite-schema.js';

const functions = [...sqliteDialect.functions, ...sqliteDialect.tableFunctions].map((it) => it.toLowerCase());

export interface SqliteSettings {
  readonly file: string;
  readonly writes: boolean;
  readonly bounds?: QueryBounds;
}

/** An SQLite file: opened read-only, with SQLite's authorizer behind the gate. */
export function openSqlite({ file, writes, bounds = queryBounds }: SqliteSettings): SqlSource {
  const reader = new SqliteProcess({ file, writes: false });
  const writer = writes ? new SqliteProcess({ file, writes: true }) : null;
  const ask = (process: SqliteProcess, request: SqliteRequest, signal: AbortSignal) =>
    process.ask(request, bounds.timeoutMs, signal).then(requireDone);
  const allOf = (process: SqliteProcess, signal: AbortSignal) => async (sql: string, parameters: readonly unknown[]) =>
    ((await ask(process, { does: 'all', sql, parameters }, signal)) as { all: readonly Row[] }).all;
  const { maxRows, maxCellLength, maxBytes } = bounds;
  const read = (sql: string, parameters: readonly unknown[]): SqliteRequest => ({
    ...{ does: 'query', sql, parameters, maxRows, maxCellLength, maxBytes, functions },
  });
  return {
    kind: 'sqlite',
    bounds,
    version: async (signal) => {
      const [row] = await allOf(reader, signal)('SELECT sqlite_version() AS version', []);
      return `SQLite ${String(row?.version)}`;
    },
    schema: (signal) => readSqliteSchema(allOf(reader, signal)),
    gate: async (sql) => gateSubset(sqliteDialect, sql, bounds),
    async estimate({ sql, tables: named }, parameters, signal) {
      // SQLite has no cost. Planning under the authorizer also proves that the statement only reads.
      const plan = `EXPLAIN QUERY PLAN ${sql}`;
      const { rows } = (await ask(reader, read(plan, parameters), signal)) as QueryRows;
      const { tables } = await readSqliteSchema(allOf(reader, signal));
      return {
        cost: null,
        rows: rowsVisited(
          rows.map((it) => String(it[3])),
          tables,
          named.map((it) => it.name),
        ),
      };
    },
    run: async ({ sql }, parameters, signal) => (await ask(reader, read(sql, parameters), signal)) as QueryRows,
    all: (sql, parameters, signal) => allOf(reader, signal)(sql, parameters),
    write: writer && ((work, signal) => transaction(writer, ask, work, signal)),
    migration: sqliteMigration,
    scratch: async (work, signal) => {
      const process = new SqliteProcess({ file: inMemory, writes: true });
      try {
        return await transaction(process, ask, work, signal);
      } finally {
        await process.close();
      }
    },
    close: async () => {
      await Promise.all([reader.close(), writer?.close()]);
    },
  };
}

type Ask = (process: SqliteProcess, request: SqliteRequest, signal: AbortSignal) => Promise<SqliteAnswer>;

/** One transaction at a time, since the file has one writer. */
const turns = new WeakMap<SqliteProcess, Promise<unknown>>();

function transaction<T>(
  process: SqliteProcess,
  ask: Ask,
  work: (transaction: Transaction) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const done = (turns.get(process) ?? Promise.resolve()).then(async () => {
    const run = async (sql: string, parameters: readonly unknown[] = []) =>
      ((await ask(process, { does: 'run', sql, parameters }, signal)) as { changed: number }).changed;
    const all = async (sql: string, parameters: readonly unknown[]) =>
      ((await ask(process, { does: 'all', sql, parameters }, signal)) as { all: readonly Row[] }).all;
    await run('BEGIN IMMEDIATE');
    try {
      const result = await work({ all, run });
      await run('COMMIT');
      return result;
    } catch (error) {
      // After a timeout the process is gone, and its transaction with it.
      await ask(process, { does: 'run', sql: 'ROLLBACK', parameters: [] }, new AbortController().signal).catch(
        () => {},
      );
      throw error;
    }
  });
  turns.set(
    process,
    done.catch(() => {}),
  );
  return done;
}

function requireDone(answer: SqliteAnswer): SqliteAnswer {
  if (!('failed' in answer)) return answer;
  const { code, denied } = answer.failed;
  if (denied !== null) throw new QueryRefusal('not_allowed', `SQLite's authorizer refused ${denied}.`, { denied });
  throw new QueryRefusal('execution_error', `SQLite refused the statement (${code}).`, { code });
}

/**
 * Rows that nested scans visit at most: `SCAN t` reads all rows of t, for each row of the steps before it. A step names
 * the alias of a table where there is one; the largest table of the statement counts then.
 */
export function rowsVisited(
  steps: readonly string[],
  tables: readonly Pick<Table, 'name' | 'estimatedRows'>[],
  read: readonly string[],
): number {
  const rowsOf = (name: string) => tables.find((it) => it.name.toLowerCase() === name.toLowerCase())?.estimatedRows;
  const largest = Math.max(1, ...read.map((it) => rowsOf(it) ?? 1));
  return steps.reduce((product, step) => {
    const [, name] = /^SCAN ([^ (]{1,200})/.exec(step) ?? [];
    return name === undefined || name === 'CONSTANT' ? product : product * Math.max(1, rowsOf(name) ?? largest);
  }, 1);
}
