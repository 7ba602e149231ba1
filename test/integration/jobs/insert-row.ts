import type pg from 'pg';

/** A row as an older schema has it, which today's stores cannot write. */
export async function insertRow(pool: pg.Pool, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  await pool.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}
