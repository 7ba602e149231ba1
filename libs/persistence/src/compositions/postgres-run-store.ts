import type { RunStatus, RunView } from '@assay/contracts';
import {
  type CompositionRunQuery,
  digestText,
  type KeptStep,
  type Run,
  type RunStore,
  type RunWork,
  type Sealer,
  type TakenRun,
} from '@assay/core';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import { type RunRow, runColumns, runValues, toRun } from './run-rows.js';

const leaseFrom = (place: string): string => `clock_timestamp() + ${place}::bigint * interval '1 millisecond'`;
const ms = (place: string): string => `to_timestamp(${place}::bigint / 1000.0)`;

/** Runs in PostgreSQL. What was asked for, what steps gave and what came out is encrypted. Leases are by the database's time. */
export class PostgresRunStore implements RunStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async begin(run: Run, work: RunWork, holder: string, leaseMs: number, keysFrom: number): Promise<Run> {
    const sealed = this.#seal(run.id, 'work', work);
    for (;;) {
      await this.pool.query(
        `UPDATE composition_runs SET idempotency_key = NULL
         WHERE principal_id = $1 AND idempotency_key = $2 AND started_at <= ${ms('$3')} AND ended_at IS NOT NULL`,
        [run.principalId, run.idempotencyKey, keysFrom],
      );
      const { rowCount } = await this.pool.query(
        `INSERT INTO composition_runs (${runColumns}, work, holder, lease_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${leaseFrom('$14')})
         ON CONFLICT (principal_id, idempotency_key) DO NOTHING`,
        [...runValues(run), sealed, holder, leaseMs],
      );
      if (rowCount === 1) return run;
      const [earlier] = await this.#runs('principal_id = $1 AND idempotency_key = $2', [
        run.principalId,
        run.idempotencyKey,
      ]);
      // Forgotten between the two statements: the key is free now.
      if (earlier !== undefined) return earlier;
    }
  }

  async add(run: Run, view: RunView): Promise<void> {
    await this.pool.query(
      `INSERT INTO composition_runs (${runColumns}, view)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [...runValues(run), this.#seal(run.id, 'view', view)],
    );
  }

  async find(id: string): Promise<Run | undefined> {
    return (await this.#runs('id = $1', [id]))[0];
  }

  async underKey(principalId: string, key: string, keysFrom: number): Promise<Run | undefined> {
    const found = await this.#runs(
      `principal_id = $1 AND idempotency_key = $2 AND (started_at > ${ms('$3')} OR ended_at IS NULL)`,
      [principalId, key, keysFrom],
    );
    return found[0];
  }

  async view(id: string): Promise<RunView | undefined> {
    const { rows } = await this.pool.query<{ view: string | null }>('SELECT view FROM composition_runs WHERE id = $1', [
      id,
    ]);
    const sealed = rows[0]?.view;
    return sealed ? this.#open<RunView>(id, 'view', sealed) : undefined;
  }

  async steps(id: string): Promise<readonly KeptStep[]> {
    const { rows } = await this.pool.query<{ sealed: string }>(
      'SELECT sealed FROM composition_steps WHERE run_id = $1',
      [id],
    );
    return rows.map(({ sealed }) => this.#open<KeptStep>(id, 'step', sealed));
  }

  async keep(id: string, holder: string, status: RunStatus, steps: readonly KeptStep[]): Promise<boolean> {
    const sealed = steps.map((step) => this.#seal(id, 'step', step));
    const places = steps.map(({ path }) => digestText(path));
    const kept = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ organisation_id: string }>(
        `UPDATE composition_runs SET status = $3 WHERE id = $1 AND holder = $2 AND ended_at IS NULL
         RETURNING organisation_id`,
        [id, holder, status],
      );
      const [run] = rows;
      if (run === undefined) return undefined;
      if (steps.length > 0)
        await client.query(
          `INSERT INTO composition_steps (run_id, organisation_id, place_digest, sealed)
           SELECT $1, $2, * FROM unnest($3::text[], $4::text[])
           ON CONFLICT (run_id, place_digest) DO UPDATE SET sealed = EXCLUDED.sealed`,
          [id, run.organisation_id, places, sealed],
        );
      return true;
    });
    return kept ?? false;
  }

  async end(id: string, holder: string, view: RunView, at: number): Promise<boolean> {
    const sealed = this.#seal(id, 'view', view);
    const ended = await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE composition_runs SET status = $3, view = $4, ended_at = ${ms('$5')}, work = NULL, holder = NULL,
           lease_until = NULL
         WHERE id = $1 AND holder = $2 AND ended_at IS NULL`,
        [id, holder, view.status, sealed, at],
      );
      if (rowCount !== 1) return undefined;
      await client.query('DELETE FROM composition_steps WHERE run_id = $1', [id]);
      return true;
    });
    return ended ?? false;
  }

  async cancel(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'UPDATE composition_runs SET is_cancelled = true WHERE id = $1 AND ended_at IS NULL',
      [id],
    );
    return rowCount === 1;
  }

  async renew(holder: string, ids: readonly string[], leaseMs: number) {
    const { rows } = await this.pool.query<{ id: string; is_cancelled: boolean }>(
      `UPDATE composition_runs SET lease_until = ${leaseFrom('$3')}
       WHERE id = ANY ($2::uuid[]) AND holder = $1 AND ended_at IS NULL RETURNING id, is_cancelled`,
      [holder, ids, leaseMs],
    );
    return new Map(rows.map((row) => [row.id, { cancelled: row.is_cancelled }]));
  }

  async take(holder: string, leaseMs: number, limit: number): Promise<readonly TakenRun[]> {
    const { rows } = await this.pool.query<RunRow & { work: string; is_cancelled: boolean }>(
      `UPDATE composition_runs SET holder = $1, lease_until = ${leaseFrom('$2')}
       WHERE id IN (
         SELECT id FROM composition_runs WHERE ended_at IS NULL AND lease_until < clock_timestamp()
         ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED
       ) AND ended_at IS NULL
       RETURNING ${runColumns}, work, is_cancelled`,
      [holder, leaseMs, limit],
    );
    const taken = rows.map(async (row): Promise<TakenRun> => {
      const work = this.#open<RunWork>(row.id, 'work', row.work);
      return { run: toRun(row), work, steps: await this.steps(row.id), isCancelled: row.is_cancelled };
    });
    return Promise.all(taken);
  }

  async release(holder: string): Promise<void> {
    await this.pool.query(
      "UPDATE composition_runs SET lease_until = '-infinity' WHERE holder = $1 AND ended_at IS NULL",
      [holder],
    );
  }

  list({ principalId, status, after, limit }: CompositionRunQuery): Promise<readonly Run[]> {
    return this.#runs(
      `principal_id = $1 AND ($2::text IS NULL OR status = $2)
         AND ($3::bigint IS NULL OR (started_at, id) < (${ms('$3')}, $4::uuid))
       ORDER BY started_at DESC, id DESC LIMIT $5`,
      [principalId, status ?? null, after?.at ?? null, after?.id ?? null, limit],
    );
  }

  async forget(endedBefore: number): Promise<number> {
    const { rowCount } = await this.pool.query(`DELETE FROM composition_runs WHERE ended_at < ${ms('$1')}`, [
      endedBefore,
    ]);
    return rowCount ?? 0;
  }

  async #runs(where: string, values: readonly unknown[]): Promise<readonly Run[]> {
    const { rows } = await this.pool.query<RunRow>(`SELECT ${runColumns} FROM composition_runs WHERE ${where}`, [
      ...values,
    ]);
    return rows.map(toRun);
  }

  #seal = (id: string, what: Sealed, value: unknown): string =>
    this.sealer.seal(JSON.stringify(value), `run ${id} ${what}`);

  #open = <T>(id: string, what: Sealed, sealed: string): T =>
    JSON.parse(this.sealer.open(sealed, `run ${id} ${what}`)) as T;
}

type Sealed = 'work' | 'view' | 'step';
