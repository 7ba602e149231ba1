import { parseExactJson, type RunStatus, type RunView } from '@assay/contracts';
import { digestText, type Sealer } from '@assay/kernel';
import type { CompositionRunQuery, KeptStep, Run, RunStore, RunWork, TakenRun, UnfinishedRun } from '@assay/runs';
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

  async add(run: Run, view: RunView, unfinished?: UnfinishedRun): Promise<void> {
    const work = unfinished === undefined ? null : this.#seal(run.id, 'work', unfinished.work);
    const insert = `INSERT INTO composition_runs (${runColumns}, view, work)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
    const values = [...runValues(run), this.#seal(run.id, 'view', view), work];
    if (unfinished === undefined) return void (await this.pool.query(insert, values));
    await inTransaction(this.pool, async (client) => {
      await client.query(insert, values);
      await this.#keep(client, run, unfinished.steps);
      return true;
    });
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
    return this.#steps(this.pool, id);
  }

  async keep(id: string, holder: string, status: RunStatus, steps: readonly KeptStep[]) {
    const kept = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ organisation_id: string; is_cancelled: boolean }>(
        `UPDATE composition_runs SET status = $3 WHERE id = $1 AND holder = $2 AND ended_at IS NULL
         RETURNING organisation_id, is_cancelled`,
        [id, holder, status],
      );
      const [run] = rows;
      if (run === undefined) return undefined;
      await this.#keep(client, { id, organisationId: run.organisation_id }, steps);
      return run.is_cancelled ? ('cancelled' as const) : ('kept' as const);
    });
    return kept ?? 'lost';
  }

  async end(id: string, holder: string, view: RunView, at: number, unfinished?: UnfinishedRun): Promise<boolean> {
    const sealed = this.#seal(id, 'view', view);
    const work = unfinished && this.#seal(id, 'work', unfinished.work);
    const ended = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ organisation_id: string }>(
        `UPDATE composition_runs SET status = $3, view = $4, ended_at = ${ms('$5')}, work = $6, holder = NULL,
           lease_until = NULL
         WHERE id = $1 AND holder = $2 AND ended_at IS NULL RETURNING organisation_id`,
        [id, holder, view.status, sealed, at, work ?? null],
      );
      const [run] = rows;
      if (run === undefined) return undefined;
      await client.query('DELETE FROM composition_steps WHERE run_id = $1', [id]);
      await this.#keep(client, { id, organisationId: run.organisation_id }, unfinished?.steps ?? []);
      return true;
    });
    return ended ?? false;
  }

  async reopen(
    id: string,
    holder: string,
    leaseMs: number,
    keyId: string | null,
    again: (work: RunWork) => RunWork,
  ): Promise<TakenRun | undefined> {
    return inTransaction(this.pool, async (client) => {
      const { rows: found } = await client.query<{ work: string }>(
        'SELECT work FROM composition_runs WHERE id = $1 AND ended_at IS NOT NULL AND work IS NOT NULL FOR UPDATE',
        [id],
      );
      const [sealed] = found;
      if (sealed === undefined) return undefined;
      const work = again(this.#open<RunWork>(id, 'work', sealed.work));
      const { rows } = await client.query<RunRow>(
        `UPDATE composition_runs SET status = 'running', ended_at = NULL, view = NULL, is_cancelled = false, work = $2,
           api_key_id = $3, holder = $4, lease_until = ${leaseFrom('$5')}
         WHERE id = $1 RETURNING ${runColumns}`,
        [id, this.#seal(id, 'work', work), keyId, holder, leaseMs],
      );
      return { run: toRun(rows[0] as RunRow), work, steps: await this.#steps(client, id), isCancelled: false };
    });
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
    return Promise.all(rows.map((row) => this.#taken(row)));
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

  async forget(endedBefore: number, maxEnded: number): Promise<number> {
    const old = await this.pool.query(`DELETE FROM composition_runs WHERE ended_at < ${ms('$1')}`, [endedBefore]);
    const many = await this.pool.query(
      `DELETE FROM composition_runs WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY principal_id ORDER BY started_at DESC, id DESC) AS place
           FROM composition_runs WHERE ended_at IS NOT NULL
         ) AS ended WHERE place > $1
       )`,
      [maxEnded],
    );
    return (old.rowCount ?? 0) + (many.rowCount ?? 0);
  }

  async close(startedBefore: number): Promise<void> {
    await this.pool.query(
      `WITH closed AS (
         UPDATE composition_runs SET work = NULL
         WHERE ended_at IS NOT NULL AND work IS NOT NULL AND started_at < ${ms('$1')} RETURNING id
       )
       DELETE FROM composition_steps USING closed WHERE run_id = closed.id`,
      [startedBefore],
    );
  }

  /** What was sealed under a key that this replica does not have keeps nobody from the rest. */
  async #taken(row: RunRow & { work: string; is_cancelled: boolean }): Promise<TakenRun> {
    const taken = { run: toRun(row), isCancelled: row.is_cancelled };
    const work = this.#openOrNull(row.id, row.work);
    return work === null ? { ...taken, work, steps: [] } : { ...taken, work, steps: await this.steps(row.id) };
  }

  #openOrNull(id: string, sealed: string): RunWork | null {
    try {
      return this.#open<RunWork>(id, 'work', sealed);
    } catch {
      return null;
    }
  }

  async #keep(
    client: pg.ClientBase,
    { id, organisationId }: Pick<Run, 'id' | 'organisationId'>,
    steps: readonly KeptStep[],
  ): Promise<void> {
    if (steps.length === 0) return;
    const places = steps.map(({ path }) => digestText(path));
    const sealed = steps.map((step) => this.#seal(id, 'step', step));
    await client.query(
      `INSERT INTO composition_steps (run_id, organisation_id, place_digest, sealed)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[])
       ON CONFLICT (run_id, place_digest) DO UPDATE SET sealed = EXCLUDED.sealed`,
      [id, organisationId, places, sealed],
    );
  }

  async #steps(client: Pick<pg.ClientBase, 'query'>, id: string): Promise<readonly KeptStep[]> {
    const { rows } = await client.query<{ sealed: string }>('SELECT sealed FROM composition_steps WHERE run_id = $1', [
      id,
    ]);
    return rows.map(({ sealed }) => this.#open<KeptStep>(id, 'step', sealed));
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
    parseExactJson(this.sealer.open(sealed, `run ${id} ${what}`)) as T;
}

type Sealed = 'work' | 'view' | 'step';
