import { randomBytes } from 'node:crypto';
import { createTestDatabase, dropDatabase, openDatabase } from '@assay/persistence';

/** Runs with the address of an empty database beside a migrated one, and drops both afterwards. */
export async function withEmptyDatabase(run: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createTestDatabase();
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(url, 1);
  try {
    await admin.pool.query(`CREATE DATABASE ${name}`);
    const address = new URL(url);
    address.pathname = `/${name}`;
    await run(address.toString());
  } finally {
    await dropDatabase(admin.pool, name);
    await admin.close();
    await drop();
  }
}
