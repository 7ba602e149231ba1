import type { Sealer } from '@assay/kernel';
import type pg from 'pg';

/** How the texts of so many steps begin is looked at at a time. */
const atOnce = 500;

interface StepHead {
  readonly saga_id: string;
  readonly position: number;
  readonly head: string;
}

/**
 * Seals what steps of sagas hold under the present key, in the order of their own key; a row that was changed meanwhile is
 * left to who changed it. One text at a time, since each may be long.
 */
export async function resealSagas(
  pool: pg.Pool,
  sealer: Sealer,
  counts: { resealed: number; kept: number },
): Promise<void> {
  let after: readonly [string, number] = ['00000000-0000-0000-0000-000000000000', -1];
  for (;;) {
    const { rows } = await pool.query<StepHead>(
      `SELECT saga_id, position, left(sealed, 100) AS head FROM saga_steps
       WHERE (saga_id, position) > ($1::uuid, $2::int) AND sealed IS NOT NULL ORDER BY saga_id, position LIMIT ${atOnce}`,
      [...after],
    );
    for (const row of rows) {
      if (sealer.isPresent(row.head)) counts.kept += 1;
      else counts.resealed += await resealStep(pool, sealer, row);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = [last.saga_id, last.position];
  }
}

async function resealStep(pool: pg.Pool, sealer: Sealer, { saga_id, position }: StepHead): Promise<number> {
  const place = 'saga_id = $1 AND position = $2';
  const { rows } = await pool.query<{ readonly sealed: string }>(
    `SELECT sealed FROM saga_steps WHERE ${place} AND sealed IS NOT NULL`,
    [saga_id, position],
  );
  for (const { sealed } of rows)
    await pool.query(`UPDATE saga_steps SET sealed = $3 WHERE ${place} AND sealed = $4`, [
      ...[saga_id, position, sealer.rewrap(sealed), sealed],
    ]);
  return rows.length;
}
