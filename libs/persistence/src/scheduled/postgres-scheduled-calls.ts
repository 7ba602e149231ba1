import { parseExactJson } from '@assay/contracts';
import type { ScheduledCall, ScheduledCalls, ScheduledState } from '@assay/gateway';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';

const ms = (place: string): string => `to_timestamp(${place}::bigint / 1000.0)`;
/** Binds what is sealed to its call. */
const placeOf = (id: string): string => `scheduled call ${id}`;

interface Row {
  readonly sealed: string;
  readonly begun_at: Date | null;
  readonly is_cancelled: boolean;
  readonly is_unwanted: boolean;
}

/** Scheduled calls in PostgreSQL, sealed. */
export class PostgresScheduledCalls implements ScheduledCalls {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  /** Of several that one caller schedules at once each counts those before it, since they take turns. */
  async add(call: ScheduledCall, maxWaiting: number): Promise<'added' | 'full'> {
    const { invocationId: id, organisationId, principalId, notBefore, scheduledAt } = call;
    const sealed = this.sealer.seal(JSON.stringify(call), placeOf(id));
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT pg_advisory_xact_lock(hashtext('assay.scheduled_calls'), hashtext($1))", [
        principalId,
      ]);
      const { rowCount } = await client.query(
        `INSERT INTO scheduled_calls (id, organisation_id, principal_id, not_before, scheduled_at, sealed)
         SELECT $1, $2, $3, ${ms('$4')}, ${ms('$5')}, $6
         WHERE (SELECT count(*) FROM scheduled_calls
           WHERE principal_id = $3 AND id <> $1 AND begun_at IS NULL AND NOT is_cancelled) < $7
         ON CONFLICT (id) DO UPDATE SET sealed = EXCLUDED.sealed`,
        [id, organisationId, principalId, notBefore, scheduledAt, sealed, maxWaiting],
      );
      await client.query('COMMIT');
      return rowCount === 1 ? 'added' : 'full';
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw cause;
    } finally {
      client.release();
    }
  }

  async find(id: string): Promise<ScheduledState | undefined> {
    const { rows } = await this.pool.query<Row>(
      'SELECT sealed, begun_at, is_cancelled, is_unwanted FROM scheduled_calls WHERE id = $1',
      [id],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const call = parseExactJson(this.sealer.open(row.sealed, placeOf(id))) as ScheduledCall;
    const begunAt = row.begun_at?.getTime() ?? null;
    return { call, begunAt, isCancelled: row.is_cancelled, isUnwanted: row.is_unwanted };
  }

  async begin(id: string, at: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE scheduled_calls SET begun_at = coalesce(begun_at, ${ms('$2')}) WHERE id = $1 AND NOT is_cancelled`,
      [id, at],
    );
    return rowCount === 1;
  }

  async cancel(id: string, principalId: string): Promise<'cancelled' | 'requested' | undefined> {
    const { rows } = await this.pool.query<{ is_begun: boolean }>(
      `UPDATE scheduled_calls
       SET is_cancelled = is_cancelled OR begun_at IS NULL, is_unwanted = is_unwanted OR begun_at IS NOT NULL
       WHERE id = $1 AND principal_id = $2
       RETURNING begun_at IS NOT NULL AS is_begun`,
      [id, principalId],
    );
    return rows[0] && (rows[0].is_begun ? 'requested' : 'cancelled');
  }

  async end(id: string): Promise<void> {
    await this.pool.query('DELETE FROM scheduled_calls WHERE id = $1', [id]);
  }

  async dueBefore(at: number, limit: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM scheduled_calls WHERE not_before < ${ms('$1')} OR is_cancelled ORDER BY not_before LIMIT $2`,
      [at, limit],
    );
    return rows.map((row) => row.id);
  }
}
