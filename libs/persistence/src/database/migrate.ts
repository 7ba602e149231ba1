import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { connectClient } from './connect.js';
import { type Migration, readMigrations } from './migrations.js';

export interface MigrationReport {
  /** Names of the migrations applied now. */
  readonly applied: readonly string[];
  /** Names the database has and this version does not know: a newer version ran here. */
  readonly unknown: readonly string[];
}

/** The lock that Prisma's own commands take, so that the two exclude each other. */
const lockKey = 72_707_369;

const bookkeeping = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/**
 * Brings a database up to date. Each migration is one transaction together with its row in Prisma's table; an advisory
 * lock makes processes that start at once wait for each other. Throws when the database cannot be reached, when a
 * migration fails, and when one that was applied reads differently now. `alongside` brings other schemas of the database
 * up to date under the same lock.
 */
export async function migrate(
  databaseUrl: string,
  migrations = readMigrations(),
  alongside: (databaseUrl: string) => Promise<void> = async () => undefined,
): Promise<MigrationReport> {
  const client = await connectClient(databaseUrl, 'assay-migrate');
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(bookkeeping);
    const done = await readApplied(client);
    const due = migrations.filter((migration) => isDue(migration, done));
    for (const migration of due) await apply(client, migration);
    await alongside(databaseUrl);
    const known = new Set(migrations.map((migration) => migration.name));
    return { applied: due.map(({ name }) => name), unknown: [...done.keys()].filter((name) => !known.has(name)) };
  } finally {
    await client.end();
  }
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, Applied>> {
  const { rows } = await client.query<Applied>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function isDue(migration: Migration, done: ReadonlyMap<string, Applied>): boolean {
  const row = done.get(migration.name);
  if (!row) return true;
  if (!row.finished) {
    throw new Error(
      `The migration ${migration.name} was started by another program and did not finish; repair the database, then mark it with "prisma migrate resolve".`,
    );
  }
  if (row.checksum !== migration.checksum) {
    throw new Error(
      `The migration ${migration.name} was applied with another content than its file has now; restore the file, and put changes into a new migration.`,
    );
  }
  return false;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`The migration ${migration.name} failed and was undone: ${(cause as Error).message}.`, { cause });
  }
}
