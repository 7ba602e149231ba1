import type { AccountSession, SessionStore } from '@assay/identity';
import type pg from 'pg';

/** Sessions of people in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresSessionStore implements SessionStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(session: AccountSession): Promise<void> {
    const { id, organisationId, accountId, digest, method, client, address } = session;
    const { createdAt, lastSeenAt, expiresAt, reauthenticatedAt } = session;
    await this.pool.query(
      `INSERT INTO account_sessions (id, organisation_id, account_id, digest, method, client, address,
         created_at, last_seen_at, expires_at, reauthenticated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0), to_timestamp($9 / 1000.0),
         to_timestamp($10 / 1000.0), to_timestamp($11 / 1000.0))`,
      [
        ...[id, organisationId, accountId, digest, method, client, address],
        ...[createdAt, lastSeenAt, expiresAt, reauthenticatedAt],
      ],
    );
  }

  async seen(id: string, at: number): Promise<void> {
    await this.pool.query(
      `UPDATE account_sessions SET last_seen_at = to_timestamp($2 / 1000.0)
       WHERE id = $1 AND last_seen_at < to_timestamp($2 / 1000.0)`,
      [id, at],
    );
  }

  async reauthenticated(id: string, at: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'UPDATE account_sessions SET reauthenticated_at = to_timestamp($2 / 1000.0) WHERE id = $1',
      [id, at],
    );
    return rowCount === 1;
  }

  async end(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('DELETE FROM account_sessions WHERE id = $1', [id]);
    return rowCount === 1;
  }

  async endAll(accountId: string, but?: string): Promise<number> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM account_sessions WHERE account_id = $1 AND id IS DISTINCT FROM $2::uuid',
      [accountId, but ?? null],
    );
    return rowCount ?? 0;
  }

  async prune(expiredBefore: number, idleBefore: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM account_sessions
       WHERE expires_at < to_timestamp($1 / 1000.0) OR last_seen_at < to_timestamp($2 / 1000.0)`,
      [expiredBefore, idleBefore],
    );
    return rowCount ?? 0;
  }
}
