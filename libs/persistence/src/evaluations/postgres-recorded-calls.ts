import {
  maxRecordings,
  type RecordedCall,
  type RecordedCallStore,
  type RecordedQuery,
  type Recording,
} from '@assay/gateway';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';

interface CallRow {
  readonly invocationId: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly tool: string;
  readonly sealed: string;
  readonly at: Date;
}

const callColumns = `invocation_id AS "invocationId", organisation_id AS "organisationId",
  principal_id AS "principalId", tool, sealed, at`;

/** Recordings and what they keep in PostgreSQL. */
export class PostgresRecordedCalls implements RecordedCallStore {
  constructor(private readonly pool: pg.Pool) {}

  async all(): Promise<readonly Recording[]> {
    const { rows } = await this.pool.query<Omit<Recording, 'createdAt'> & { createdAt: Date }>(
      `SELECT organisation_id AS "organisationId", tool, keep, created_at AS "createdAt" FROM recordings
       ORDER BY organisation_id, tool`,
    );
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }));
  }

  async set({ organisationId, tool, keep, createdAt }: Recording): Promise<boolean> {
    const isSet = await inTransaction(this.pool, async (client) => {
      // One after the other, so that the last place is given once.
      await client.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId]);
      const { rowCount } = await client.query(
        `INSERT INTO recordings (organisation_id, tool, keep, created_at)
         SELECT $1, $2, $3, $4
         WHERE EXISTS (SELECT FROM recordings WHERE organisation_id = $1 AND tool = $2)
           OR (SELECT count(*) FROM recordings WHERE organisation_id = $1) < $5
         ON CONFLICT (organisation_id, tool) DO UPDATE SET keep = excluded.keep`,
        [organisationId, tool, keep, new Date(createdAt), maxRecordings],
      );
      if (rowCount === 1) await trim(client, organisationId, tool);
      return rowCount === 1;
    });
    return isSet ?? false;
  }

  async remove(organisationId: string, tool: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('DELETE FROM recordings WHERE organisation_id = $1 AND tool = $2', [
      organisationId,
      tool,
    ]);
    return rowCount === 1;
  }

  async counts(organisationId: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ tool: string; many: number }>(
      'SELECT tool, count(*)::int AS many FROM recorded_calls WHERE organisation_id = $1 GROUP BY tool',
      [organisationId],
    );
    return new Map(rows.map(({ tool, many }) => [tool, many]));
  }

  async add(calls: readonly RecordedCall[]): Promise<void> {
    for (const { invocationId, organisationId, principalId, tool, sealed, at } of calls)
      await this.pool.query(
        `INSERT INTO recorded_calls (invocation_id, organisation_id, principal_id, tool, sealed, at)
         SELECT $1, r.organisation_id, p.id, r.tool, $5, $6
         FROM recordings r, principals p WHERE r.organisation_id = $2 AND r.tool = $4 AND p.id = $3
         ON CONFLICT (invocation_id) DO NOTHING`,
        [invocationId, organisationId, principalId, tool, sealed, new Date(at)],
      );
    const touched = new Map(calls.map((it) => [`${it.organisationId} ${it.tool}`, it]));
    for (const { organisationId, tool } of touched.values()) await trim(this.pool, organisationId, tool);
  }

  async find(invocationId: string): Promise<RecordedCall | undefined> {
    const { rows } = await this.pool.query<CallRow>(
      `SELECT ${callColumns} FROM recorded_calls WHERE invocation_id = $1`,
      [invocationId],
    );
    return rows.map(toCall)[0];
  }

  async newest({ organisationId, tool, principalId, limit }: RecordedQuery): Promise<readonly RecordedCall[]> {
    const { rows } = await this.pool.query<CallRow>(
      `SELECT ${callColumns} FROM recorded_calls
       WHERE organisation_id = $1 AND tool = $2 AND ($3::uuid IS NULL OR principal_id = $3)
       ORDER BY at DESC, invocation_id DESC LIMIT $4`,
      [organisationId, tool, principalId, limit],
    );
    return rows.map(toCall);
  }

  async forget(before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM recorded_calls WHERE at < $1', [new Date(before)]);
    return rowCount ?? 0;
  }
}

/** Deletes the oldest calls beyond what their recording keeps. */
const trim = (client: Pick<pg.Pool, 'query'>, organisationId: string, tool: string) =>
  client.query(
    `DELETE FROM recorded_calls WHERE invocation_id IN (
       SELECT invocation_id FROM recorded_calls WHERE organisation_id = $1 AND tool = $2
       ORDER BY at DESC, invocation_id DESC
       OFFSET (SELECT keep FROM recordings WHERE organisation_id = $1 AND tool = $2)
     )`,
    [organisationId, tool],
  );

const toCall = (row: CallRow): RecordedCall => ({ ...row, at: row.at.getTime() });
