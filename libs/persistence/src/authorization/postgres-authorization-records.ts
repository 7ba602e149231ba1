import type { AuthorizationRecord, AuthorizationRecords, FoundRecord } from '@assay/identity';
import { digestText, type Sealer } from '@assay/kernel';
import type pg from 'pg';

/** Records of the authorization server in PostgreSQL: ids as digests, contents sealed. */
export class PostgresAuthorizationRecords implements AuthorizationRecords {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async find(kind: string, id: string, now: number): Promise<FoundRecord | undefined> {
    const { rows } = await this.pool.query<{ payload: string; consumed_at: Date | null }>(
      `SELECT payload, consumed_at FROM authorization_records
       WHERE id = $1 AND (expires_at IS NULL OR expires_at > to_timestamp($2 / 1000.0))`,
      [digestOf(kind, id), now],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const payload = this.sealer.open(row.payload, contextOf(digestOf(kind, id)));
    return { payload, consumedAt: row.consumed_at?.getTime() ?? null };
  }

  async save(record: AuthorizationRecord, now: number): Promise<void> {
    const digest = digestOf(record.kind, record.id);
    await this.pool.query(
      `INSERT INTO authorization_records
         (id, kind, organisation_id, grant_id, payload, created_at, expires_at)
       VALUES ($1, $2, (SELECT organisation_id FROM principals WHERE id = $3), $4, $5, to_timestamp($6 / 1000.0),
         to_timestamp($7 / 1000.0))
       ON CONFLICT (id) DO UPDATE SET organisation_id = EXCLUDED.organisation_id, grant_id = EXCLUDED.grant_id,
         payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`,
      [
        ...[digest, record.kind, record.principalId, record.grantId],
        ...[this.sealer.seal(record.payload, contextOf(digest)), now, record.expiresAt],
      ],
    );
  }

  async consume(kind: string, id: string, now: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE authorization_records SET consumed_at = to_timestamp($2 / 1000.0) WHERE id = $1 AND consumed_at IS NULL`,
      [digestOf(kind, id), now],
    );
    return rowCount === 1;
  }

  async extend(kind: string, id: string, expiresAt: number): Promise<void> {
    await this.pool.query(
      `UPDATE authorization_records SET expires_at = GREATEST(expires_at, to_timestamp($2 / 1000.0))
       WHERE id = $1 AND expires_at IS NOT NULL`,
      [digestOf(kind, id), expiresAt],
    );
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.pool.query('DELETE FROM authorization_records WHERE id = $1', [digestOf(kind, id)]);
  }

  async removeOfGrant(grantId: string): Promise<void> {
    await this.pool.query('DELETE FROM authorization_records WHERE grant_id = $1', [grantId]);
  }

  async prune(now: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM authorization_records WHERE expires_at <= to_timestamp($1 / 1000.0)',
      [now],
    );
    return rowCount ?? 0;
  }
}

const digestOf = (kind: string, id: string): string => digestText(`${kind} ${id}`);

const contextOf = (digest: string): string => `authorization record ${digest}`;
