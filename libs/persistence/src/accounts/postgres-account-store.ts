import type { Account, AccountStore } from '@assay/identity';
import type pg from 'pg';

type Change = Parameters<AccountStore['change']>[1];

/** Accounts of people in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresAccountStore implements AccountStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(account: Account): Promise<'added' | 'taken'> {
    const { id, organisationId, displayName, roles, external, disabledAt, resetAt, createdAt, createdBy } = account;
    const { rowCount } = await this.pool.query(
      `INSERT INTO accounts
         (id, organisation_id, display_name, roles, issuer, subject, disabled_at, reset_at, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($8 / 1000.0), to_timestamp($9 / 1000.0), $10)
       ON CONFLICT DO NOTHING`,
      [
        ...[id, organisationId, displayName, roles, external?.issuer ?? null, external?.subject ?? null],
        ...[disabledAt, resetAt, createdAt, createdBy],
      ],
    );
    return rowCount === 1 ? 'added' : 'taken';
  }

  async change(id: string, change: Change): Promise<boolean> {
    const { displayName, roles, disabledAt, resetAt } = change;
    const { rowCount } = await this.pool.query(
      `UPDATE accounts SET
         display_name = CASE WHEN $2 THEN $3 ELSE display_name END,
         roles = coalesce($4, roles),
         disabled_at = CASE WHEN $5 THEN to_timestamp($6 / 1000.0) ELSE disabled_at END,
         reset_at = CASE WHEN $7 THEN to_timestamp($8 / 1000.0) ELSE reset_at END
       WHERE id = $1`,
      [
        ...[id, displayName !== undefined, displayName ?? null, roles ?? null],
        ...[disabledAt !== undefined, disabledAt ?? null, resetAt !== undefined, resetAt ?? null],
      ],
    );
    return rowCount === 1;
  }
}
