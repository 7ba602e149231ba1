import type pg from 'pg';

/** Runs `work` in one transaction; it is rolled back when `work` throws or says so by answering undefined. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T | undefined>,
): Promise<T | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query(result === undefined ? 'ROLLBACK' : 'COMMIT');
    return result;
  } catch (cause) {
    await client.query('ROLLBACK').catch((error: Error) => {
      broken = error;
    });
    throw cause;
  } finally {
    client.release(broken);
  }
}

/** Whether PostgreSQL refused a value because it is there already. */
export const isTaken = (cause: unknown): boolean => (cause as { code?: unknown } | undefined)?.code === '23505';
