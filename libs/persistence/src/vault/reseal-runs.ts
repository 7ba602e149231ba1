import type { Sealer } from '@assay/kernel';
import type pg from 'pg';

/** What runs hold that is sealed: by table, its column and the primary key by which a row is found again. */
const places = [
  { table: 'composition_runs', column: 'work', key: ['id'] },
  { table: 'composition_runs', column: 'view', key: ['id'] },
  { table: 'composition_steps', column: 'sealed', key: ['run_id', 'place_digest'] },
  { table: 'left_calls', column: 'sealed', key: ['invocation_id'] },
  { table: 'scheduled_calls', column: 'sealed', key: ['id'] },
  { table: 'call_notes', column: 'sealed', key: ['principal_id', 'call_digest', 'place_digest'] },
] as const;

interface HeadRow {
  readonly key: readonly string[];
  readonly head: string;
}

/** Seals what runs hold under the present key; a row that was changed meanwhile is left to who changed it. */
export async function resealRuns(
  pool: pg.Pool,
  sealer: Sealer,
  counts: { resealed: number; kept: number },
): Promise<void> {
  for (const { table, column, key } of places) {
    const names = key.map((name) => `${name}::text`).join(', ');
    const row = key.map((name, at) => `${name} = $${at + 1}`).join(' AND ');
    const { rows } = await pool.query<HeadRow>(
      `SELECT ARRAY[${names}] AS key, left(${column}, 100) AS head FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (const { key: values, head } of rows) {
      if (sealer.isPresent(head)) {
        counts.kept += 1;
        continue;
      }
      const { rows: found } = await pool.query<{ readonly sealed: string }>(
        `SELECT ${column} AS sealed FROM ${table} WHERE ${row} AND ${column} IS NOT NULL`,
        [...values],
      );
      for (const { sealed } of found) {
        const [to, from] = [`$${values.length + 1}`, `$${values.length + 2}`];
        await pool.query(`UPDATE ${table} SET ${column} = ${to} WHERE ${row} AND ${column} = ${from}`, [
          ...values,
          sealer.rewrap(sealed),
          sealed,
        ]);
        counts.resealed += 1;
      }
    }
  }
}
