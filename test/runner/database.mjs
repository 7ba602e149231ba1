import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { databaseFolder } from './memory-folder.mjs';

/** Nothing outlives a test run, so nothing needs to reach the disk. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/**
 * Where PostgreSQL's own system user may not enter the clone, persistence keeps data and programs in a folder apart,
 * named after a digest of the home. Its home was made for this run, so the folder goes with it.
 */
async function folderApart(url, home) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SHOW data_directory');
    const apart = dirname(dirname(rows[0].data_directory));
    return apart !== home && /^[0-9a-f]{16}$/.test(basename(apart)) ? apart : undefined;
  } finally {
    await client.end();
  }
}

/** Starts an embedded PostgreSQL for one test run. `stop` leaves nothing behind. */
export async function startTestDatabase(log) {
  const { startEmbeddedPostgres } = await import('@assay/persistence');
  const home = mkdtempSync(join(databaseFolder(), 'assay-test-'));
  const remove = (folder) => rmSync(folder, { recursive: true, force: true });
  try {
    // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
    chmodSync(home, 0o711);
    const postgres = await startEmbeddedPostgres({ home, log, settings: fast, mayCreateDatabases: true });
    const apart = await folderApart(postgres.superuserUrl, home);
    const stop = async () => {
      await postgres.stop();
      for (const folder of [home, apart]) if (folder) remove(folder);
    };
    return { url: postgres.url, stop };
  } catch (error) {
    remove(home);
    throw error;
  }
}
