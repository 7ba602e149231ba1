import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { connectClient } from './database/connect.js';
import { migrate } from './database/migrate.js';
import { readMigrations } from './database/migrations.js';
import { identify } from './embedded/process-identity.js';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.js';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, even with open connections. */
  drop(): Promise<void>;
}

const lockKey = 4_155_001;

/**
 * A migrated, empty database of its own for one test file, cloned in some 20 ms from a template that is made once. On
 * the server of `adminUrl`, else of ASSAY_TEST_DATABASE_URL, else on an embedded one that lives as long as the process.
 */
export async function createTestDatabase(adminUrl?: string): Promise<TestDatabase> {
  const admin = adminUrl ?? process.env.ASSAY_TEST_DATABASE_URL ?? (await fallBackServer());
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(admin, async (client) => {
    const template = await ensureTemplate(client, admin);
    // No connection may be open to a template while it is copied; the lock keeps its makers and other copiers away.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  return {
    url: withDatabase(admin, name),
    drop: () => asAdmin(admin, (client) => dropDatabase(client, name)),
  };
}

/**
 * Drops a database, if it exists, and ends its connections. `WITH (FORCE)` would refuse a role that is not a superuser
 * while autovacuum works in the database; an ordinary drop ends autovacuum by itself.
 */
export async function dropDatabase(client: Pick<pg.Client, 'query'>, name: string): Promise<void> {
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (found.rowCount === 0) return;
  await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  await client.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
    [name],
  );
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
}

/** Runs under the lock that all users of the server share. */
async function asAdmin(adminUrl: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connectClient(adminUrl, 'assay-test');
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await run(client);
  } finally {
    await client.end();
  }
}

/** Named after the migrations, so that a changed migration gets a template of its own. */
async function ensureTemplate(client: pg.Client, adminUrl: string): Promise<string> {
  const digest = createHash('sha256');
  for (const migration of readMigrations()) digest.update(migration.name).update(migration.checksum);
  const name = `template_${digest.digest('hex').slice(0, 16)}`;
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (found.rowCount !== 0) return name;
  // It is renamed when it is complete: an interrupted one is never mistaken for a template.
  const half = `${name}_new`;
  await dropDatabase(client, half);
  await client.query(`CREATE DATABASE ${half}`);
  await migrate(withDatabase(adminUrl, half));
  await client.query(`ALTER DATABASE ${half} RENAME TO ${name}`);
  return name;
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.toString();
}

let fallBack: Promise<string> | undefined;

/**
 * One embedded server per process, without durability. Its address is in a file, because a test runner loads this
 * module again.
 */
function fallBackServer(): Promise<string> {
  fallBack ??= (async () => {
    sweepFallBacks();
    const home = `${fallBackHomes}${process.pid}`;
    const addressFile = join(home, 'address');
    if (existsSync(addressFile)) return readFileSync(addressFile, 'utf8');
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    const server = await startEmbeddedPostgres({ home, log: () => undefined, settings, mayCreateDatabases: true });
    writeFileSync(addressFile, server.url, { mode: 0o600 });
    return server.url;
  })();
  return fallBack;
}

const fallBackHomes = join(tmpdir(), 'assay-test-process-');

/** Removes what processes left that are no more; their servers have gone with them. */
function sweepFallBacks(): void {
  for (const entry of readdirSync(tmpdir())) {
    const home = join(tmpdir(), entry);
    const pid = home.startsWith(fallBackHomes) ? Number(home.slice(fallBackHomes.length)) : Number.NaN;
    if (Number.isInteger(pid) && pid !== process.pid && !identify(pid)) rmSync(home, { recursive: true, force: true });
  }
}
