import { randomBytes } from 'node:crypto';
import type { Connection } from 'mysql2/promise';
import type { Transaction } from '../transaction.js';
import { MysqlSessions, refusalOf } from './sessions.js';
import { allOf, transactionOf } from './transactions.js';

const limits = { timeoutMs: 30_000, maxBytes: 8_000_000 };
const prefix = 'assay_scratch_';
/** A database of a plan that ended without removing it. */
const staleMs = 3_600_000;

export interface Collation {
  readonly set: string;
  readonly collation: string;
}

const word = (value: unknown): string => String(value ?? '').replaceAll(/\W/g, '');

/** The character set of the database that is copied: definitions leave out what is its default. */
export async function collationOf(session: Connection): Promise<Collation> {
  const [row] = await allOf(session, 'SELECT @@character_set_database AS `set`, @@collation_database AS collation', []);
  return { set: word(row?.set), collation: word(row?.collation) };
}

/** A database of its own for one plan, since DDL of MySQL and MariaDB cannot be rolled back; it is dropped afterwards. */
export function mysqlScratch<T>(
  url: string,
  { set, collation }: Collation,
  work: (copy: Transaction) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const sessions = new MysqlSessions(url, limits, async () => {});
  return sessions.use(async (session) => {
    await dropStale(session);
    const name = `${prefix}${Date.now()}_${randomBytes(4).toString('hex')}`;
    await session.query(`CREATE DATABASE ${name} CHARACTER SET ${set} COLLATE ${collation}`);
    try {
      await session.query(`USE ${name}`);
      return await work(refusing(transactionOf(session)));
    } finally {
      await session.query(`DROP DATABASE ${name}`);
    }
  }, signal);
}

async function dropStale(session: Connection): Promise<void> {
  const rows = await allOf(session, "SHOW DATABASES LIKE 'assay\\_scratch\\_%'", []);
  for (const name of rows.map((it) => String(Object.values(it)[0]))) {
    const [, at] = /^assay_scratch_(\d{13})_[0-9a-f]{8}$/.exec(name) ?? [];
    if (at !== undefined && Date.now() - Number(at) > staleMs) await session.query(`DROP DATABASE ${name}`);
  }
}

function refusing({ all, run }: Transaction): Transaction {
  const refused = (error: unknown) => {
    throw refusalOf(error, limits.timeoutMs);
  };
  return {
    all: (sql, parameters) => all(sql, parameters).catch(refused),
    run: (sql, parameters) => run(sql, parameters).catch(refused),
  };
}
