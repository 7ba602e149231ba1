import type { StandingApproval, StandingApprovalStore } from '@assay/gateway';
import type pg from 'pg';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly tool: string;
  readonly max_calls: number;
  readonly used: number;
  readonly expires_at: Date;
  readonly bounds: Record<string, unknown>;
  readonly created_at: Date;
  readonly created_by: string;
  readonly revoked_at: Date | null;
}

const columns =
  'id, organisation_id, principal_id, tool, max_calls, used, expires_at, bounds, created_at, created_by, revoked_at';
const ms = (place: string): string => `to_timestamp(${place} / 1000.0)`;
const isUsable = (now: string): string => `revoked_at IS NULL AND used < max_calls AND expires_at > ${ms(now)}`;

/** Standing approvals in PostgreSQL. One statement spends a call, so that replicas never spend more than the count. */
export class PostgresStandingApprovals implements StandingApprovalStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(it: StandingApproval): Promise<void> {
    await this.pool.query(
      `INSERT INTO standing_approvals (${columns})
       VALUES ($1, $2, $3, $4, $5, $6, ${ms('$7')}, $8, ${ms('$9')}, $10, ${ms('$11::bigint')})`,
      [
        ...[it.id, it.organisationId, it.principalId, it.tool, it.count, it.used, it.expiresAt],
        ...[JSON.stringify(it.bounds), it.createdAt, it.createdBy, it.revokedAt],
      ],
    );
  }

  find = async (id: string): Promise<StandingApproval | undefined> => (await this.#many('id = $1', [id]))[0];

  list = (organisationId: string): Promise<StandingApproval[]> =>
    this.#many('organisation_id = $1 ORDER BY id DESC LIMIT 1000', [organisationId]);

  usable = (principalId: string, tool: string, now: number): Promise<StandingApproval[]> =>
    this.#many(`principal_id = $1 AND tool = $2 AND ${isUsable('$3')} ORDER BY expires_at LIMIT 100`, [
      principalId,
      tool,
      now,
    ]);

  async spend(id: string, now: number): Promise<StandingApproval | undefined> {
    const { rows } = await this.pool.query<Row>(
      `UPDATE standing_approvals SET used = used + 1 WHERE id = $1 AND ${isUsable('$2')} RETURNING ${columns}`,
      [id, now],
    );
    return rows.map(toStandingApproval)[0];
  }

  async revoke(id: string, at: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE standing_approvals SET revoked_at = ${ms('$2')} WHERE id = $1 AND revoked_at IS NULL`,
      [id, at],
    );
    return rowCount === 1;
  }

  async #many(where: string, values: readonly unknown[]): Promise<StandingApproval[]> {
    const text = `SELECT ${columns} FROM standing_approvals WHERE ${where}`;
    return (await this.pool.query<Row>(text, [...values])).rows.map(toStandingApproval);
  }
}

const toStandingApproval = (row: Row): StandingApproval => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  tool: row.tool,
  count: row.max_calls,
  used: row.used,
  expiresAt: row.expires_at.getTime(),
  bounds: row.bounds,
  createdAt: row.created_at.getTime(),
  createdBy: row.created_by,
  revokedAt: row.revoked_at?.getTime() ?? null,
});
