import type { Clock } from '@assay/kernel';
import type pg from 'pg';

const everyMs = 600_000;
/** How long a replica may be away and still catch up change by change; after that it reads everything. */
const keepOutbox = '1 hour';
/** Months for which partitions are made ahead. */
const monthsAhead = 2;

/** Deletes outbox rows older than an hour; answers how many. */
export async function pruneOutbox(pool: pg.Pool, olderThan: string = keepOutbox): Promise<number> {
  const { rows } = await pool.query<{ pruned: string }>('SELECT assay_prune_outbox($1::interval) AS pruned', [
    olderThan,
  ]);
  return Number(rows[0]?.pruned ?? 0);
}

/** Makes the audit log's partitions for this month and the next ones. */
export async function ensurePartitions(pool: pg.Pool): Promise<void> {
  await pool.query('SELECT assay_ensure_partitions($1)', [monthsAhead]);
}

/** Does both at once and every ten minutes, on every replica; the database lets one at a time. Returns the way to stop. */
export function startUpkeep(pool: pg.Pool, clock: Clock, onProblem: (cause: unknown) => void): () => Promise<void> {
  let isOn = true;
  let running: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;
  const round = () => {
    running = ensurePartitions(pool)
      .then(() => pruneOutbox(pool))
      .then(() => undefined, onProblem)
      .then(() => {
        if (isOn) cancel = clock.after(everyMs, round);
      });
  };
  round();
  return async () => {
    isOn = false;
    cancel();
    await running;
  };
}
