import type { Sealer } from '@assay/core';
import type pg from 'pg';

/** What runs hold that is sealed: by table, its columns and how a row is found again. */
const places = [
  { table: 'composition_runs', column: 'work', key: 'id::text' },
  { table: 'composition_runs', column: 'view', key: 'id::text' },
  { table: 'composition_steps', column: 'sealed', key: "run_id::text || ' ' || place_digest" },
  { table: 'left_calls', column: 'sealed', key: 'invocation_id::text' },
] as const;

/** Seals what runs hold under the present key; a row that was changed meanwhile is left to who changed it. */
export async function resealRuns(
  pool: pg.Pool,
  sealer: Sealer,
  counts: { resealed: number; kept: number },
): Promise<void> {
  for (const { table, column, key } of places) {
    const { rows } = await pool.query<{ readonly key: string; readonly head: string }>(
      `SELECT ${key} AS key, left(${column}, 100) AS head FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (const row of rows) {
      if (sealer.isPresent(row.head)) {
        counts.kept += 1;
        continue;
      }
      const { rows: found } = await pool.query<{ readonly sealed: string }>(
        `SELECT ${column} AS sealed FROM ${table} WHERE ${key} = $1 AND ${column} IS NOT NULL`,
        [row.key],
      );
      for (const { sealed } of found) {
        await pool.query(`UPDATE ${table} SET ${column} = $2 WHERE ${key} = $1 AND ${column} = $3`, [
          row.key,
          sealer.rewrap(sealed),
          sealed,
        ]);
        counts.resealed += 1;
      }
    }
  }
}
