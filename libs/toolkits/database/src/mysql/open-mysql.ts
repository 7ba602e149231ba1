import type { Connection } from 'mysql2/promise';
import { type QueryBounds, queryBounds } from '../gate/bounds.js';
import { mysqlDialect } from '../gate/subset/dialects.js';
import { gateSubset } from '../gate/subset/gate-subset.js';
import { mysqlMigration } from '../migration/mysql/mysql-migration.js';
import type { Estimate, QueryRows, SqlSource } from '../sql-source.js';
import { exactNumber, shownValue } from '../values.js';
import { readMysqlSchema } from './mysql-schema.js';
import { requireReader } from './reader-user.js';
import { collationOf, mysqlScratch } from './scratch.js';
import { MysqlSessions, versionOf } from './sessions.js';
import { allOf, transactionOf } from './transactions.js';

export interface MysqlSettings {
  readonly kind: 'mysql' | 'mariadb';
  readonly url: string;
  /** A user who may write; null when there is none. */
  readonly writerUrl: string | null;
  /** For a user who may create databases named assay_scratch_…; null when there is none. */
  readonly scratchUrl?: string | null;
  readonly bounds?: QueryBounds;
}

type Value = string | number | boolean | null;

/** A MySQL or MariaDB database, read by a user who only reads, in a read-only transaction. */
export function openMysql(settings: MysqlSettings): SqlSource {
  const { kind, url, writerUrl, scratchUrl = null, bounds = queryBounds } = settings;
  const { timeoutMs, maxBytes } = bounds;
  const readers = new MysqlSessions(url, { timeoutMs, maxBytes }, requireReader);
  const writers = writerUrl === null ? null : new MysqlSessions(writerUrl, { timeoutMs, maxBytes }, async () => {});
  const reading = <T>(work: (session: Connection) => Promise<T>, signal: AbortSignal) =>
    readers.use(async (session) => {
      await session.query('START TRANSACTION READ ONLY');
      return work(session);
    }, signal);
  return {
    kind,
    bounds,
    version: (signal) =>
      reading(async (session) => `${kind === 'mysql' ? 'MySQL' : 'MariaDB'} ${await versionOf(session)}`, signal),
    schema: (signal) => reading((session) => readMysqlSchema((sql) => allOf(session, sql, [])), signal),
    gate: async (sql) => gateSubset(mysqlDialect, sql, bounds),
    estimate: ({ sql }, parameters, signal) => reading((session) => explain(session, sql, parameters), signal),
    run: ({ sql }, parameters, signal) => reading((session) => fetchRows(session, sql, parameters, bounds), signal),
    all: (sql, parameters, signal) => reading((session) => allOf(session, sql, parameters), signal),
    write:
      writers &&
      ((work, signal) =>
        writers.use(async (session) => {
          await session.query('START TRANSACTION READ WRITE');
          const result = await work(transactionOf(session));
          await session.query('COMMIT');
          return result;
        }, signal)),
    migration: mysqlMigration,
    scratch:
      scratchUrl === null
        ? null
        : async (work, signal) => mysqlScratch(scratchUrl, await reading(collationOf, signal), work, signal),
    close: async () => {},
  };
}

/** The product of the rows that each step of the plan visits for every row of the steps before it. */
async function explain(session: Connection, sql: string, parameters: readonly unknown[]): Promise<Estimate> {
  const steps = await allOf(session, `EXPLAIN ${sql}`, parameters);
  const perSelect = Map.groupBy(steps, (it) => it.id);
  const visited = [...perSelect.values()].map((rows) =>
    rows.reduce((product, it) => product * Math.max(1, Number(it.rows ?? 1)), 1),
  );
  return { cost: null, rows: Math.max(0, ...visited) };
}

const decimal = 246;

async function fetchRows(
  session: Connection,
  sql: string,
  parameters: readonly unknown[],
  bounds: QueryBounds,
): Promise<QueryRows> {
  await session.query(`SET SESSION sql_select_limit = ${bounds.maxRows + 1}`);
  const [found, fields] = await session.execute({ sql, rowsAsArray: true }, parameters as Value[]);
  const rows: unknown[][] = [];
  let cut = false;
  let bytes = 0;
  for (const row of found as unknown[][]) {
    const shown = row.map((it, at) =>
      shownValue(typeof it === 'string' && fields[at]?.type === decimal ? exactNumber(it) : it, bounds.maxCellLength),
    );
    bytes += JSON.stringify(shown).length;
    if (rows.length === bounds.maxRows || bytes > bounds.maxBytes)
      return { columns: fields.map((it) => it.name), rows, truncated: true };
    cut ||= shown.some((it) => it.cut);
    rows.push(shown.map((it) => it.value));
  }
  return { columns: fields.map((it) => it.name), rows, truncated: cut };
}
