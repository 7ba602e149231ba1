import type pg from 'pg';
import { type QueryBounds, queryBounds } from '../gate/bounds.js';
import { gatePostgres, loadPostgresParser, type Parse } from '../gate/postgres/gate-postgres.js';
import { postgresMigration } from '../migration/postgres/postgres-migration.js';
import type { Estimate, QueryRows, Row, SqlSource } from '../sql-source.js';
import { shownValue } from '../values.js';
import { readPostgresSchema } from './postgres-schema.js';
import { requireReader } from './reader-role.js';
import { postgresScratch } from './scratch.js';
import { PostgresSessions } from './sessions.js';
import { allTyped, inTransaction, transactionOf } from './transactions.js';
import { typedValue } from './values.js';

export interface PostgresSettings {
  readonly url: string;
  /** A role that may write; null when there is none. */
  readonly writerUrl: string | null;
  /** A database without tables, of a role that may create some; null when there is none. */
  readonly scratchUrl?: string | null;
  readonly bounds?: QueryBounds;
}

/** A PostgreSQL database, read under a role that only reads. */
export function openPostgres(settings: PostgresSettings): SqlSource {
  const { url, writerUrl, scratchUrl = null, bounds = queryBounds } = settings;
  const { timeoutMs, maxBytes } = bounds;
  const readers = new PostgresSessions(url, { timeoutMs, maxBytes }, requireReader);
  const writers = writerUrl === null ? null : new PostgresSessions(writerUrl, { timeoutMs, maxBytes }, async () => {});
  const scratch = scratchUrl === null ? null : postgresScratch(scratchUrl);
  let parsing: Promise<Parse> | undefined;
  const reading = <T>(work: (client: pg.Client) => Promise<T>, signal: AbortSignal) =>
    readers.use(
      (client) =>
        inTransaction(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'ROLLBACK', () => work(client)),
      signal,
    );
  const allOf = async (client: pg.Client, sql: string, parameters: readonly unknown[] = []) =>
    (await client.query<Row>(sql, [...parameters])).rows;
  return {
    kind: 'postgresql',
    bounds,
    version: (signal) =>
      reading(
        async (client) => `PostgreSQL ${String((await allOf(client, 'SHOW server_version'))[0]?.server_version)}`,
        signal,
      ),
    schema: (signal) => reading((client) => readPostgresSchema((sql) => allOf(client, sql)), signal),
    async gate(sql) {
      parsing ??= loadPostgresParser();
      return gatePostgres(await parsing, sql, bounds);
    },
    estimate: ({ sql }, parameters, signal) => reading((client) => explain(client, sql, parameters), signal),
    run: ({ sql }, parameters, signal) => reading((client) => fetchRows(client, sql, parameters, bounds), signal),
    all: (sql, parameters, signal) => reading((client) => allTyped(client, sql, parameters), signal),
    write:
      writers &&
      ((work, signal) =>
        writers.use(
          (client) =>
            inTransaction(client, 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE', 'COMMIT', () =>
              work(transactionOf(client)),
            ),
          signal,
        )),
    migration: postgresMigration,
    scratch: scratch?.use ?? null,
    close: async () => {
      await Promise.all([readers.close(), writers?.close(), scratch?.close()]);
    },
  };
}

interface Plan {
  readonly 'Total Cost'?: number;
  readonly 'Plan Rows'?: number;
  readonly Plans?: readonly Plan[];
}

/** Plain EXPLAIN: it plans, and evaluates no more than constants, under the limits of the query itself. */
async function explain(client: pg.Client, sql: string, parameters: readonly unknown[]): Promise<Estimate> {
  const { rows } = await client.query<Record<string, string>>(`EXPLAIN (FORMAT JSON, VERBOSE OFF, COSTS ON) ${sql}`, [
    ...parameters,
  ]);
  const [row] = rows;
  const [{ Plan: plan = {} } = {}] = JSON.parse(Object.values(row ?? {})[0] ?? '[]') as { Plan?: Plan }[];
  const largest = (it: Plan): number => Math.max(it['Plan Rows'] ?? 0, ...(it.Plans ?? []).map(largest));
  return { cost: plan['Total Cost'] ?? null, rows: largest(plan) };
}

const batch = 200;

/** Rows through a cursor, so that the server computes no more than are returned. */
async function fetchRows(
  client: pg.Client,
  sql: string,
  parameters: readonly unknown[],
  bounds: QueryBounds,
): Promise<QueryRows> {
  const { default: Cursor } = await import('pg-cursor');
  const cursor = client.query(new Cursor<unknown[]>(sql, [...parameters], { rowMode: 'array' }));
  const fields = () =>
    (cursor as unknown as { _result: { fields: { name: string; dataTypeID: number }[] } })._result.fields;
  const rows: unknown[][] = [];
  const answer = (truncated: boolean): QueryRows => ({ columns: fields().map((it) => it.name), rows, truncated });
  let cut = false;
  let bytes = 0;
  try {
    for (;;) {
      const some = await cursor.read(Math.min(batch, bounds.maxRows + 1 - rows.length));
      if (some.length === 0) return answer(cut);
      for (const row of some) {
        const shown = row.map((it, at) =>
          shownValue(typedValue(it, fields()[at]?.dataTypeID ?? 0), bounds.maxCellLength),
        );
        bytes += JSON.stringify(shown).length;
        if (rows.length === bounds.maxRows || bytes > bounds.maxBytes) return answer(true);
        cut ||= shown.some((it) => it.cut);
        rows.push(shown.map((it) => it.value));
      }
    }
  } finally {
    await cursor.close();
  }
}
