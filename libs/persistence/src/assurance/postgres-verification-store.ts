import type {
  DueTurns,
  Verification,
  VerificationEnd,
  VerificationQuery,
  VerificationStore,
  VerificationTurn,
} from '@assay/trust';
import type pg from 'pg';
import type { Verification as VerificationRow } from '../generated/client.js';
import { inTransaction } from '../ownership/in-transaction.js';
import { toVerification, verificationColumns } from './verification-rows.js';

/** Verifications in PostgreSQL. A partial unique index lets one a version run. */
export class PostgresVerificationStore implements VerificationStore {
  constructor(private readonly pool: pg.Pool) {}

  async begin(verification: Verification): Promise<Verification | undefined> {
    const { id, versionId, trigger, requestedBy, startedAt, summary } = verification;
    const { rowCount } = await this.pool.query(
      `INSERT INTO verifications
         (id, organisation_id, version_id, trigger, requested_by, started_at, summary, checks)
       SELECT $1, organisation_id, id, $3, $4, to_timestamp($5 / 1000.0), $6, '[]'
       FROM tool_versions WHERE id = $2 FOR KEY SHARE
       ON CONFLICT (version_id) WHERE ended_at IS NULL DO NOTHING`,
      [id, versionId, trigger, requestedBy, startedAt, summary],
    );
    if (rowCount === 1) return this.find(id);
    const [present] = await this.rows(
      `SELECT ${verificationColumns} FROM verifications WHERE version_id = $1 AND ended_at IS NULL`,
      [versionId],
    );
    if (present !== undefined) return present;
    // Ended between the two statements, or never begun because the version is gone.
    const versions = await this.pool.query('SELECT FROM tool_versions WHERE id = $1', [versionId]);
    return versions.rowCount === 0 ? undefined : this.begin(verification);
  }

  beginDue({ now, ids }: DueTurns): Promise<readonly Verification[]> {
    return this.rows(
      `WITH due AS (
         SELECT version_id, organisation_id, row_number() OVER (ORDER BY due_at, version_id) AS n
         FROM verification_turns
         WHERE due_at <= to_timestamp($1 / 1000.0) AND NOT EXISTS (
           SELECT FROM verifications WHERE version_id = verification_turns.version_id AND ended_at IS NULL
         )
         ORDER BY due_at, version_id LIMIT cardinality($2::uuid[])
       )
       INSERT INTO verifications (id, organisation_id, version_id, trigger, started_at, summary, checks)
       SELECT ($2::uuid[])[n], organisation_id, version_id, 'scheduled', to_timestamp($1 / 1000.0), 'running', '[]'
       FROM due
       ON CONFLICT (version_id) WHERE ended_at IS NULL DO NOTHING
       RETURNING ${verificationColumns}`,
      [now, ids],
    );
  }

  unfinished(before: number, limit: number): Promise<readonly Verification[]> {
    return this.rows(
      `SELECT ${verificationColumns} FROM verifications
       WHERE ended_at IS NULL AND started_at < to_timestamp($1 / 1000.0) ORDER BY started_at LIMIT $2`,
      [before, limit],
    );
  }

  async end({ verification, next }: VerificationEnd): Promise<boolean> {
    const isDone = await inTransaction(this.pool, async (client) => {
      if (!(await finish(client, verification))) return undefined;
      await judge(client, verification);
      await client.query(
        `UPDATE verification_turns
         SET due_at = to_timestamp($2 / 1000.0), inconclusive = $3, good_own = $4, good_others = $5 WHERE version_id = $1`,
        [verification.versionId, next.dueAt, next.inconclusive, next.good.own, next.good.others],
      );
      return true;
    });
    return isDone ?? false;
  }

  async forget(endedBefore: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM verifications AS older
       WHERE ended_at < to_timestamp($1 / 1000.0) AND EXISTS (
         SELECT FROM verifications WHERE version_id = older.version_id AND id > older.id
       )`,
      [endedBefore],
    );
    return rowCount ?? 0;
  }

  async turn(versionId: string): Promise<VerificationTurn | undefined> {
    const { rows } = await this.pool.query<TurnRow>(
      'SELECT due_at, inconclusive, good_own, good_others FROM verification_turns WHERE version_id = $1',
      [versionId],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const good = { own: Number(row.good_own), others: Number(row.good_others) };
    return { versionId, dueAt: row.due_at.getTime(), inconclusive: row.inconclusive, good };
  }

  async find(id: string): Promise<Verification | undefined> {
    const [found] = await this.rows(`SELECT ${verificationColumns} FROM verifications WHERE id = $1`, [id]);
    return found;
  }

  list({ versionIds, namespaces, verdict, after, limit }: VerificationQuery): Promise<readonly Verification[]> {
    return this.rows(
      `SELECT ${verificationColumns} FROM verifications
       WHERE ($1::uuid[] IS NULL OR version_id = ANY ($1))
         AND ($2::text[] IS NULL OR version_id IN (SELECT id FROM tool_versions WHERE namespace = ANY ($2)))
         AND ($3::text IS NULL OR verdict = $3) AND ($4::uuid IS NULL OR id < $4)
       ORDER BY id DESC LIMIT $5`,
      [versionIds, namespaces, verdict, after, limit],
    );
  }

  private async rows(statement: string, values: unknown[]): Promise<Verification[]> {
    const { rows } = await this.pool.query<VerificationRow>(statement, values);
    return rows.map(toVerification);
  }
}

interface TurnRow {
  readonly due_at: Date;
  readonly inconclusive: number;
  readonly good_own: string;
  readonly good_others: string;
}

type Ended = VerificationEnd['verification'];

async function finish(client: pg.PoolClient, ended: Ended): Promise<boolean> {
  const { id, endedAt, kind, verdict, summary, checks } = ended;
  const { rowCount } = await client.query(
    `UPDATE verifications
     SET ended_at = to_timestamp($2 / 1000.0), kind = $3, verdict = $4, summary = $5, checks = $6::json
     WHERE id = $1 AND ended_at IS NULL`,
    [id, endedAt, kind, verdict, summary, JSON.stringify(checks)],
  );
  return rowCount === 1;
}

async function judge(client: pg.PoolClient, { verdict, kind, versionId, endedAt }: Ended): Promise<void> {
  if (verdict === 'green') {
    await client.query(
      `UPDATE tool_versions
       SET last_verified_at = greatest(last_verified_at, to_timestamp($2 / 1000.0)), drifted_since = NULL,
         example_passed = example_passed OR $3 WHERE id = $1`,
      [versionId, endedAt, kind === 'examples'],
    );
  } else if (verdict === 'red') {
    await client.query(
      'UPDATE tool_versions SET drifted_since = to_timestamp($2 / 1000.0) WHERE id = $1 AND drifted_since IS NULL',
      [versionId, endedAt],
    );
  }
}
