import { type CallLists, type CallQuery, type ListedCall, unrecordedAt } from '@assay/gateway';
import type pg from 'pg';

type Query = CallQuery & { readonly organisationId: string; readonly principalId?: string };

interface Row {
  readonly id: string;
  readonly principal_id: string | null;
  readonly at: Date;
  readonly tool: string;
  readonly version: string | null;
  readonly status: ListedCall['status'];
  readonly session: string | null;
  readonly started_at: Date;
  readonly not_before: Date | null;
  readonly ms: number | null;
  readonly code: ListedCall['code'];
  readonly cost_usd: number | null;
  readonly is_cached: boolean | null;
}

/** Lists of calls, of the columns beside their envelopes; a call that waited has several rows, of which the last counts. */
export class PostgresCallLists implements CallLists {
  constructor(private readonly pool: pg.Pool) {}

  async list(query: Query): Promise<readonly ListedCall[]> {
    const [running, recorded] = await Promise.all([this.#running(query), this.#recorded(query)]);
    const known = new Set(recorded.map(({ id }) => id));
    return [...running.filter(({ id }) => !known.has(id)), ...recorded].slice(0, query.limit);
  }

  /** Only the conditions that are asked for, so that each list takes the index that fits. */
  async #recorded({ organisationId, principalId, tool, version, status, session, since, after, limit }: Query) {
    const values: unknown[] = [];
    const value = (it: unknown): string => `$${values.push(it)}`;
    const moment = (ms: number): string => `to_timestamp(${value(ms)}::bigint / 1000.0)`;
    const conditions = [`organisation_id = ${value(organisationId)}`, 'status IS NOT NULL'];
    if (principalId !== undefined) conditions.push(`principal_id = ${value(principalId)}`);
    if (tool !== undefined) conditions.push(`tool = ${value(tool)}`);
    if (version !== undefined) conditions.push(`version = ${value(version)}`);
    // Said as the index is, which has no successful calls.
    if (status !== undefined)
      conditions.push(`status = ${value(status)}`, ...(status === 'succeeded' ? [] : ["status <> 'succeeded'"]));
    if (session !== undefined) conditions.push(`session = ${value(session)}`);
    if (since !== undefined) conditions.push(`at >= ${moment(since)}`);
    if (after !== null)
      conditions.push(`at <= ${moment(after.at)}`, `(at, id) < (${moment(after.at)}, ${value(after.id)}::uuid)`);
    const { rows } = await this.pool.query<Row>(
      `SELECT id, principal_id, at, tool, version, status, session, started_at, not_before, ms, code, cost_usd, is_cached
       FROM invocations AS call
       WHERE ${conditions.join(' AND ')}
         AND NOT EXISTS (SELECT FROM invocations AS later
           WHERE later.id = call.id AND later.at > call.at AND later.principal_id IS NOT DISTINCT FROM call.principal_id)
       ORDER BY call.at DESC, call.id DESC LIMIT ${value(limit)}`,
      values,
    );
    return rows.map(toListed);
  }

  async #running({ organisationId, principalId, tool, version, status, session, since, after, limit }: Query) {
    const isAsked = after === null && session === undefined && (status === undefined || status === 'running');
    if (!isAsked) return [];
    const { rows } = await this.pool.query<Row>(
      `SELECT id, principal_id, accepted_at AS at, coalesce(reached_tool, split_part(asked_for, '@', 1)) AS tool,
         reached_version AS version, 'running' AS status, accepted_at AS started_at
       FROM accepted_calls
       WHERE organisation_id = $1 AND NOT is_lost AND ($2::uuid IS NULL OR principal_id = $2)
         AND ($3::text IS NULL OR coalesce(reached_tool, split_part(asked_for, '@', 1)) = $3)
         AND ($4::text IS NULL OR reached_version = $4)
         AND ($5::bigint IS NULL OR accepted_at >= to_timestamp($5 / 1000.0))
       ORDER BY accepted_at DESC, id DESC LIMIT $6`,
      [organisationId, principalId ?? null, tool ?? null, version ?? null, since ?? null, limit],
    );
    return rows.map((row) => ({ ...toListed(row), at: unrecordedAt }));
  }
}

const toListed = (row: Row): ListedCall => ({
  id: row.id,
  principalId: row.principal_id,
  at: row.at.getTime(),
  tool: row.tool,
  version: row.version,
  status: row.status,
  session: row.session ?? null,
  startedAt: row.started_at.getTime(),
  notBefore: row.not_before?.getTime() ?? null,
  ms: row.ms ?? null,
  code: row.code ?? null,
  costUsd: row.cost_usd ?? null,
  isCached: row.is_cached ?? false,
});
