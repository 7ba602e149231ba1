import {
  type GapBounds,
  type GapQuery,
  type GapStore,
  gapBounds,
  type TracedCall,
  type UnmetRequest,
  type UnmetSum,
} from '@assay/creation';
import type pg from 'pg';

interface SumRow {
  readonly key: string;
  readonly text: string;
  readonly nearest: readonly string[];
  readonly times: number;
  readonly callers: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

interface CallRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly session: string | null;
  readonly tool: string;
  readonly version: string;
  readonly parameters: TracedCall['parameters'];
  readonly at: Date;
}

const whereOwn = 'organisation_id = $1 AND ($2::uuid IS NULL OR principal_id = $2) AND at >= $3';
const tables = ['unmet_requests', 'traced_calls'] as const;

/** What gaps are found from, in PostgreSQL. */
export class PostgresGapStore implements GapStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly bounds: GapBounds = gapBounds,
  ) {}

  async addRequests(requests: readonly UnmetRequest[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO unmet_requests (organisation_id, principal_id, key, text, nearest, at)
       SELECT "organisationId", "principalId", key, text, nearest, to_timestamp(at / 1000.0)
       FROM json_to_recordset($1) AS given("organisationId" uuid, "principalId" uuid, key text, text text, nearest jsonb, at float8)
       WHERE EXISTS (SELECT FROM principals WHERE id = "principalId")`,
      [JSON.stringify(requests)],
    );
  }

  async requests({ organisationId, principalId, since, limit }: GapQuery): Promise<readonly UnmetSum[]> {
    const { rows } = await this.pool.query<SumRow>(
      `SELECT key, (array_agg(text ORDER BY at DESC))[1] AS text, (array_agg(nearest ORDER BY at DESC))[1] AS nearest,
         count(*)::int AS times, count(DISTINCT principal_id)::int AS callers, min(at) AS first_at, max(at) AS last_at
       FROM unmet_requests WHERE ${whereOwn} GROUP BY key ORDER BY times DESC, last_at DESC LIMIT $4`,
      [organisationId, principalId ?? null, new Date(since), limit],
    );
    return rows.map(({ first_at: first, last_at: last, ...sum }) => ({
      ...sum,
      firstAt: first.getTime(),
      lastAt: last.getTime(),
    }));
  }

  async addCalls(calls: readonly TracedCall[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO traced_calls (id, organisation_id, principal_id, session, tool, version, parameters, at)
       SELECT id, "organisationId", "principalId", session, tool, version, parameters, to_timestamp(at / 1000.0)
       FROM json_to_recordset($1) AS given(id uuid, "organisationId" uuid, "principalId" uuid, session text, tool text,
         version text, parameters jsonb, at float8)
       WHERE EXISTS (SELECT FROM principals WHERE principals.id = "principalId")
       ON CONFLICT (id) DO NOTHING`,
      [JSON.stringify(calls)],
    );
  }

  async calls({ organisationId, principalId, since, limit }: GapQuery): Promise<readonly TracedCall[]> {
    const { rows } = await this.pool.query<CallRow>(
      `SELECT id, organisation_id, principal_id, session, tool, version, parameters, at FROM traced_calls
       WHERE ${whereOwn} ORDER BY at DESC, id DESC LIMIT $4`,
      [organisationId, principalId ?? null, new Date(since), limit],
    );
    return rows.reverse().map(({ organisation_id: organisation, principal_id: principal, at, ...call }) => ({
      ...call,
      organisationId: organisation,
      principalId: principal,
      at: at.getTime(),
    }));
  }

  async forget(before: number): Promise<void> {
    for (const table of tables) await this.pool.query(`DELETE FROM ${table} WHERE at < $1`, [new Date(before)]);
  }

  async trim(): Promise<void> {
    for (const table of tables) {
      await this.#trim(table, 'organisation_id, principal_id', this.bounds.perCaller);
      await this.#trim(table, 'organisation_id', this.bounds.perOrganisation);
    }
  }

  async #trim(table: (typeof tables)[number], owner: string, max: number): Promise<void> {
    await this.pool.query(
      `DELETE FROM ${table} WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY ${owner} ORDER BY at DESC, id DESC) AS place
           FROM ${table}) AS ranked
         WHERE place > $1)`,
      [max],
    );
  }
}
