import type pg from 'pg';

/** Each server keeps one connection of this name for as long as it is at work. */
export const listenerName = 'assay-feed';

/**
 * How many servers are at work on this database. A server that was killed is not counted from the moment its connection
 * is gone, nor for a moment one that is making a new one. Never less than 1.
 */
export async function countReplicas(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [listenerName],
  );
  return Math.max(1, rows[0]?.count ?? 1);
}
