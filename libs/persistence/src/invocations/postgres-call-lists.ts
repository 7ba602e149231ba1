import {
  type CallLists,
  type CallQuery,
  type Closing,
  closedCalls,
  type ListedCall,
  unrecordedAt,
} from '@assay/gateway';
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
  /** How the ticket of an escalated call was closed. */
  readonly closed?: Closing['status'] | null;
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
  async #recorded(query: Query) {
    const { organisationId, principalId, tool, version, status, session, since, after, limit } = query;
    const values: unknown[] = [];
    const value = (it: unknown): string => `$${values.push(it)}`;
    const moment = (ms: number): string => `to_timestamp(${value(ms)}::bigint / 1000.0)`;
    const conditions = [`call.organisation_id = ${value(organisationId)}`, 'call.status IS NOT NULL'];
    if (principalId !== undefined) conditions.push(`call.principal_id = ${value(principalId)}`);
    if (tool !== undefined) conditions.push(`call.tool = ${value(tool)}`);
    if (version !== undefined) conditions.push(`call.version = ${value(version)}`);
    if (session !== undefined) conditions.push(`call.session = ${value(session)}`);
    if (since !== undefined) conditions.push(`call.at >= ${moment(since)}`);
    if (after !== null)
      conditions.push(
        `call.at <= ${moment(after.at)}`,
        `(call.at, call.id) < (${moment(after.at)}, ${value(after.id)}::uuid)`,
      );
    const bound = value(limit);
    const branches = statusBranches(status, value).map(
      (branch) => `(${recorded} WHERE ${[...conditions, ...branch, isLast].join(' AND ')}
        ORDER BY call.at DESC, call.id DESC LIMIT ${bound})`,
    );
    const { rows } = await this.pool.query<Row>(
      branches.length === 1
        ? `${branches[0]}`
        : `SELECT * FROM (${branches.join(' UNION ALL ')}) AS calls ORDER BY at DESC, id DESC LIMIT ${bound}`,
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

/** A ticket that was closed has given its call another status than `escalated`, and another code. */
const recorded = `
  SELECT call.id, call.principal_id, call.at, call.tool, call.version, call.session, call.started_at, call.not_before,
    call.ms, call.cost_usd, call.is_cached, call.status, call.code, ticket.status AS closed
  FROM invocations AS call
  LEFT JOIN escalations AS ticket
    ON call.status = 'escalated' AND ticket.invocation_id = call.id AND ticket.status <> 'open'`;
const isLast = `NOT EXISTS (SELECT FROM invocations AS later
  WHERE later.id = call.id AND later.at > call.at AND later.principal_id IS NOT DISTINCT FROM call.principal_id)`;

/** Conditions of a status: as it was recorded, or as a closed ticket left it. Indexes of statuses have no successful calls. */
function statusBranches(status: Query['status'], value: (it: unknown) => string): string[][] {
  if (status === undefined) return [[]];
  const escalated = ["call.status = 'escalated'", "call.status <> 'succeeded'"];
  if (status === 'escalated') return [[...escalated, 'ticket.id IS NULL']];
  const recordedAs = [
    `call.status = ${value(status)}`,
    ...(status === 'succeeded' ? [] : ["call.status <> 'succeeded'"]),
  ];
  const closings = Object.entries(closedCalls).filter(([, it]) => it.status === status);
  return [recordedAs, ...closings.map(([closing]) => [...escalated, `ticket.status = ${value(closing)}`])];
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
  ...(row.closed && closedCalls[row.closed]),
});
