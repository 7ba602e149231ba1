import { parseExactJson } from '@assay/contracts';
import type { Sealer } from '@assay/kernel';
import type { Leaving, SuspendedCall, SuspendedCallStore } from '@assay/runs';
import type pg from 'pg';

const ms = (place: string): string => `to_timestamp(${place}::bigint / 1000.0)`;
/** Binds what is sealed to its call. */
const placeOf = (invocationId: string): string => `left call ${invocationId}`;

interface LeavingRow {
  readonly invocation_id: string;
  readonly left_at: Date;
}

/** Calls that were left, in PostgreSQL, sealed. */
export class PostgresSuspendedCallStore implements SuspendedCallStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async keep(left: SuspendedCall): Promise<void> {
    const { invocationId, organisationId, principalId, leftAt } = left;
    await this.pool.query(
      `INSERT INTO left_calls (invocation_id, organisation_id, principal_id, sealed, left_at)
       VALUES ($1, $2, $3, $4, ${ms('$5')})
       ON CONFLICT (invocation_id) DO UPDATE
         SET sealed = EXCLUDED.sealed, left_at = EXCLUDED.left_at, is_cancelled = false`,
      [
        invocationId,
        organisationId,
        principalId,
        this.sealer.seal(JSON.stringify(left), placeOf(invocationId)),
        leftAt,
      ],
    );
  }

  async find(invocationId: string) {
    const { rows } = await this.pool.query<{ sealed: string; is_cancelled: boolean }>(
      'SELECT sealed, is_cancelled FROM left_calls WHERE invocation_id = $1',
      [invocationId],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const left = parseExactJson(this.sealer.open(row.sealed, placeOf(invocationId))) as SuspendedCall;
    return { left, isCancelled: row.is_cancelled };
  }

  async cancel(invocationId: string, principalId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'UPDATE left_calls SET is_cancelled = true WHERE invocation_id = $1 AND principal_id = $2',
      [invocationId, principalId],
    );
    return rowCount === 1;
  }

  async forget({ invocationId, leftAt }: Leaving): Promise<void> {
    await this.pool.query(`DELETE FROM left_calls WHERE invocation_id = $1 AND left_at = ${ms('$2')}`, [
      invocationId,
      leftAt,
    ]);
  }

  async leftBefore(at: number, limit: number): Promise<readonly Leaving[]> {
    const { rows } = await this.pool.query<LeavingRow>(
      `SELECT invocation_id, left_at FROM left_calls WHERE left_at < ${ms('$1')} ORDER BY left_at LIMIT $2`,
      [at, limit],
    );
    return rows.map((row) => ({ invocationId: row.invocation_id, leftAt: row.left_at.getTime() }));
  }
}
