import type pg from 'pg';

/** What a reader remembers: everything visible in this snapshot of PostgreSQL has been delivered. */
export type Snapshot = string;

export interface OutboxEntry {
  readonly kind: string;
  readonly ref: string;
}

export interface OutboxNews {
  readonly snapshot: Snapshot;
  readonly entries: readonly OutboxEntry[];
  /** Rows this reader has not seen may have been pruned: only reading everything helps. */
  readonly missed: boolean;
}

/** The present snapshot; take it before reading tables that are to be followed from there. */
export async function takeSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const { rows } = await pool.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return rows[0]?.snapshot as string;
}

/**
 * The outbox rows that are visible now and were not in `before`: exactly the commits in between, in whatever order
 * transactions ended, and without waiting for one that is still open. Rows of transactions below the snapshot's lower
 * bound were visible then, which lets the index do the work. The mark that pruning leaves is always looked at.
 */
export async function readOutbox(pool: pg.Pool, before: Snapshot): Promise<OutboxNews> {
  const { rows } = await pool.query<{ snapshot: string; kind: string | null; ref: string | null; missed: boolean }>({
    name: 'read-outbox',
    text: `
      SELECT pg_current_snapshot()::text AS snapshot, fresh.kind, fresh.ref,
        EXISTS (
          SELECT FROM outbox WHERE kind = 'pruned' AND ref::xid8 >= pg_snapshot_xmin($1::pg_snapshot)
        ) AS missed
      FROM (SELECT) AS once
      LEFT JOIN (
        SELECT id, txid, kind, ref FROM outbox
        WHERE txid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(txid, $1::pg_snapshot)
          AND kind <> 'pruned'
      ) AS fresh ON true
      ORDER BY fresh.txid, fresh.id`,
    values: [before],
  });
  return {
    snapshot: rows[0]?.snapshot as string,
    missed: rows[0]?.missed === true,
    entries: rows.flatMap(({ kind, ref }) => (kind === null || ref === null ? [] : [{ kind, ref }])),
  };
}
