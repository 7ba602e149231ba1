import type pg from 'pg';
import { QueryRefusal } from '../query-refusal.js';
import type { Transaction } from '../transaction.js';
import { refusalOf } from './session.js';
import { PostgresSessions } from './sessions.js';
import { inTransaction, transactionOf } from './transactions.js';

const limits = { timeoutMs: 30_000, maxBytes: 8_000_000 };

/** One plan at a time, also of other replicas: two would create tables of the same names. */
const oneAtATime =
  "SET LOCAL lock_timeout = '25s'; SELECT pg_advisory_xact_lock(7201954); SET LOCAL lock_timeout = '2s'";

/** Refuses a database that holds something, or a role that could do more than create tables in it. */
async function requireScratch(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ why: string }>(
    `(SELECT 'it has tables' AS why FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' LIMIT 1)
      UNION ALL SELECT 'its role is a superuser or may create roles' FROM pg_roles
        WHERE rolname = current_user AND (rolsuper OR rolcreaterole OR rolreplication)`,
  );
  if (rows.length > 0)
    throw new QueryRefusal(
      'unavailable',
      `The database registered for trying plans is refused: ${rows.map((it) => it.why).join(', ')}. Create one with create-scratch.`,
    );
}

/** A transaction that is always rolled back, in a database without tables: DDL of PostgreSQL is undone with it. */
export function postgresScratch(url: string) {
  const sessions = new PostgresSessions(url, limits, requireScratch);
  const use = <T>(work: (copy: Transaction) => Promise<T>, signal: AbortSignal): Promise<T> =>
    sessions.use(
      (client) =>
        inTransaction(client, 'BEGIN', 'ROLLBACK', async () => {
          await client.query(oneAtATime);
          return work(refusing(transactionOf(client)));
        }),
      signal,
    );
  return { use, close: () => sessions.close() };
}

/** Failures as refusals, so that a plan names the statement. */
function refusing({ all, run }: Transaction): Transaction {
  const refused = (error: unknown) => {
    throw refusalOf(error, limits.timeoutMs);
  };
  return {
    all: (sql, parameters) => all(sql, parameters).catch(refused),
    run: (sql, parameters) => run(sql, parameters).catch(refused),
  };
}
