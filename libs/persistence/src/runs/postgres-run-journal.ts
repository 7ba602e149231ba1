import type { RunJournalStore, RunWritten, Suspension, TakenRun } from '@assay/kernel';
import type pg from 'pg';
import type { HolderLease } from '../idempotency/holder-lease.js';

export interface RunJournalOptions {
  readonly pool: pg.Pool;
  /** The process's one lease: what is held under it is taken over together. */
  readonly lease: HolderLease;
}

/**
 * Stable within a statement, so that an index on times is of use. Times are kept in whole milliseconds: rounded up, a run
 * that is due now would not be due for the replica that takes it a moment later.
 */
const now = "date_trunc('milliseconds', statement_timestamp())";
const nowPlus = (place: string): string => `${now} + ${place}::bigint * interval '1 ms'`;
/** The row as it was taken up; somebody else's, or a later taking, is another one. */
const mine = 'kind = $1 AND id = $2 AND holder = $3 AND epoch = $4';

/** The journal of durable runs as rows. */
export class PostgresRunJournal implements RunJournalStore {
  readonly #pool: pg.Pool;
  readonly #lease: HolderLease;

  constructor({ pool, lease }: RunJournalOptions) {
    this.#pool = pool;
    this.#lease = lease;
  }

  isHeldWithin = (ms: number): boolean => this.#lease.isRenewedWithin(ms);

  async wake(kind: string, id: string): Promise<void> {
    await this.#pool.query({
      name: 'wake-run',
      text: `INSERT INTO durable_runs AS run (kind, id, wake_at) VALUES ($1, $2, ${now})
        ON CONFLICT (kind, id) DO UPDATE
        SET wakes = run.wakes + 1, wake_at = LEAST(run.wake_at, EXCLUDED.wake_at), failures = 0`,
      values: [kind, id],
    });
  }

  async suspend(kind: string, id: string, { wakeInMs, waitsFor }: Suspension): Promise<void> {
    await this.#pool.query({
      name: 'suspend-run',
      text: `INSERT INTO durable_runs AS run (kind, id, wake_at, waits_for) VALUES ($1, $2, ${nowPlus('$3')}, $4)
        ON CONFLICT (kind, id) DO UPDATE
        SET wakes = run.wakes + 1, wake_at = LEAST(run.wake_at, ${now}), waits_for = EXCLUDED.waits_for`,
      values: [kind, id, Math.round(wakeInMs), waitsFor ?? []],
    });
  }

  async hold(kind: string, id: string): Promise<TakenRun> {
    await this.#pool.query({
      name: 'hold-run',
      text: `INSERT INTO durable_runs (kind, id, holder, epoch, wake_at) VALUES ($1, $2, $3, 1, ${now})`,
      values: [kind, id, await this.#lease.hold()],
    });
    return { kind, id, epoch: 1, wakes: 1, failures: 0 };
  }

  async signal(names: readonly string[]): Promise<number> {
    const { rowCount } = await this.#pool.query({
      name: 'signal-runs',
      text: `UPDATE durable_runs SET wakes = wakes + 1, wake_at = LEAST(wake_at, ${now}) WHERE waits_for && $1::text[]`,
      values: [names],
    });
    return rowCount ?? 0;
  }

  async take(kinds: readonly string[], limit: number): Promise<readonly TakenRun[]> {
    const { rows } = await this.#pool.query<Row>({
      name: 'take-runs',
      text: `UPDATE durable_runs AS run SET holder = $1, epoch = run.epoch + 1
        FROM (
          SELECT kind, id FROM durable_runs WHERE holder IS NULL AND wake_at <= ${now} AND kind = ANY ($2::text[])
          ORDER BY wake_at LIMIT $3 FOR UPDATE SKIP LOCKED
        ) AS due
        WHERE run.kind = due.kind AND run.id = due.id
        RETURNING run.kind, run.id, run.epoch, run.wakes, run.failures`,
      values: [await this.#lease.hold(), kinds, limit],
    });
    return rows.map((row) => ({ ...row, epoch: Number(row.epoch), wakes: Number(row.wakes) }));
  }

  async rest(run: TakenRun, { wakeInMs, waitsFor }: Suspension, failures: number): Promise<RunWritten> {
    const { rows } = await this.#pool.query<{ woken: boolean }>({
      name: 'rest-run',
      text: `WITH before AS (
          SELECT wakes > $5 OR NOT waits_for @> COALESCE($8::text[], '{}') AS woken
          FROM durable_runs WHERE ${mine} FOR UPDATE
        )
        UPDATE durable_runs SET holder = NULL, failures = $6, waits_for = COALESCE($8::text[], waits_for),
          wake_at = CASE WHEN before.woken THEN ${now} ELSE ${nowPlus('$7')} END
        FROM before WHERE ${mine} RETURNING before.woken`,
      values: [...(await this.#named(run)), run.wakes, failures, Math.round(wakeInMs), waitsFor ?? null],
    });
    if (rows[0] === undefined) return 'lost';
    return rows[0].woken ? 'woken' : 'written';
  }

  async end(run: TakenRun): Promise<RunWritten> {
    const { rowCount } = await this.#pool.query({
      name: 'end-run',
      text: `DELETE FROM durable_runs WHERE ${mine} AND wakes = $5`,
      values: [...(await this.#named(run)), run.wakes],
    });
    return rowCount === 1 ? 'written' : this.rest(run, { wakeInMs: 0 }, 0);
  }

  async freeDead(): Promise<void> {
    await this.#lease.hold();
    await this.#pool.query({
      name: 'free-runs',
      text: `UPDATE durable_runs AS run SET holder = NULL, wake_at = ${now} WHERE holder IS NOT NULL AND NOT EXISTS (
        SELECT FROM idempotency_holders AS held WHERE held.id = run.holder AND held.lease_until > clock_timestamp())`,
    });
  }

  async release(but: readonly TakenRun[]): Promise<void> {
    await this.#pool.query(
      `UPDATE durable_runs AS run SET holder = NULL, wake_at = ${now} WHERE holder = $1 AND NOT EXISTS (
         SELECT FROM unnest($2::text[], $3::text[], $4::bigint[]) AS kept (kind, id, epoch)
         WHERE kept.kind = run.kind AND kept.id = run.id AND kept.epoch = run.epoch)`,
      [await this.#lease.hold(), but.map(({ kind }) => kind), but.map(({ id }) => id), but.map(({ epoch }) => epoch)],
    );
  }

  async #named({ kind, id, epoch }: TakenRun): Promise<readonly unknown[]> {
    return [kind, id, await this.#lease.hold(), epoch];
  }
}

/** Numbers of 64 bits are read as text. */
type Row = Omit<TakenRun, 'epoch' | 'wakes'> & { readonly epoch: string; readonly wakes: string };
