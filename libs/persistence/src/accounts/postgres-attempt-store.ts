import type { AttemptStore, Challenge } from '@assay/identity';
import type pg from 'pg';

interface ChallengeRow {
  readonly challenge: string;
  readonly purpose: string;
  readonly account_id: string | null;
  readonly rp_id: string;
  readonly expires_at: Date;
}

/** Challenges and wrong passwords in PostgreSQL: they count once, whichever replica is asked. */
export class PostgresAttemptStore implements AttemptStore {
  constructor(private readonly pool: pg.Pool) {}

  async keep({ challenge, purpose, accountId, rpId, expiresAt }: Challenge): Promise<void> {
    await this.pool.query(
      `INSERT INTO sign_in_challenges (challenge, purpose, account_id, rp_id, expires_at)
       VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0))`,
      [challenge, purpose, accountId, rpId, expiresAt],
    );
  }

  async take(challenge: string, at: number): Promise<Challenge | undefined> {
    const { rows } = await this.pool.query<ChallengeRow>(
      'DELETE FROM sign_in_challenges WHERE challenge = $1 RETURNING *',
      [challenge],
    );
    const row = rows[0];
    if (row === undefined || row.expires_at.getTime() <= at) return undefined;
    const { purpose, account_id: accountId, rp_id: rpId } = row;
    return { challenge, purpose, accountId, rpId, expiresAt: row.expires_at.getTime() };
  }

  async failed(subjects: readonly string[], at: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO sign_in_failures (subject, failures, first_at, last_at)
       SELECT subject, 1, to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0)
       FROM unnest($1::text[]) AS t (subject) ORDER BY subject
       ON CONFLICT (subject) DO UPDATE SET failures = sign_in_failures.failures + 1, last_at = excluded.last_at`,
      [subjects, at],
    );
  }

  async failures(subjects: readonly string[]) {
    const { rows } = await this.pool.query<{ subject: string; failures: number; last_at: Date }>(
      'SELECT subject, failures, last_at FROM sign_in_failures WHERE subject = ANY ($1)',
      [subjects],
    );
    return new Map(rows.map((it) => [it.subject, { count: it.failures, lastAt: it.last_at.getTime() }]));
  }

  async forget(subjects: readonly string[]): Promise<void> {
    await this.pool.query('DELETE FROM sign_in_failures WHERE subject = ANY ($1)', [subjects]);
  }

  async prune(expiredBefore: number, failedBefore: number): Promise<number> {
    const [challenges, failures] = await Promise.all([
      this.pool.query('DELETE FROM sign_in_challenges WHERE expires_at < to_timestamp($1 / 1000.0)', [expiredBefore]),
      this.pool.query('DELETE FROM sign_in_failures WHERE last_at < to_timestamp($1 / 1000.0)', [failedBefore]),
    ]);
    return (challenges.rowCount ?? 0) + (failures.rowCount ?? 0);
  }
}
