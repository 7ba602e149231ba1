import { hourMs, minuteMs } from '@assay/kernel';
import {
  type CallRollups,
  type CallTally,
  type Counts,
  type Grain,
  grainSeconds,
  type RollupGroup,
  type RollupGroupsQuery,
  type RollupPeriod,
  type RollupQuery,
  type TrustMove,
} from '@assay/trust';
import type pg from 'pg';
import { summedFor } from './rollup-totals.js';
import { trustMovesStatement } from './trust-moves.js';

interface TallyRow {
  readonly shown: string;
  readonly calls: string;
  readonly failures: string;
  readonly cached: string;
  readonly tokens: string;
  readonly cost_usd: string;
  readonly counts: Readonly<Partial<Record<'statuses' | 'codes' | 'levels' | 'bins', Counts>>>;
}

interface MoveRow {
  readonly version_id: string;
  readonly before_day: Date;
  readonly before_base: number;
  readonly before_inside: number;
  readonly before_t0: Date;
  readonly after_day: Date;
  readonly after_base: number;
  readonly after_inside: number;
  readonly after_t0: Date;
}

/** Counts of calls in PostgreSQL; `rollUpCalls` writes them. */
export class PostgresCallRollups implements CallRollups {
  constructor(private readonly pool: pg.Pool) {}

  async periods(query: RollupQuery): Promise<readonly RollupPeriod[]> {
    const values: unknown[] = [];
    const where = conditions(query, values);
    const { rows } = await this.pool.query<TallyRow>(
      `WITH found AS (
         SELECT (extract(epoch FROM start) * 1000)::bigint::text AS shown, call_rollups.*
         FROM call_rollups WHERE ${where}
       ), chosen AS (${sumsOf('found')})
       ${withCounts} ORDER BY chosen.shown::bigint`,
      values,
    );
    return rows.map((row) => ({ start: Number(row.shown), tally: tallyOf(row) }));
  }

  async groups(query: RollupGroupsQuery): Promise<readonly RollupGroup[]> {
    const values: unknown[] = [];
    const value = (it: unknown): string => `$${values.push(it)}`;
    const where = conditions(query, values, query.by);
    const order = orderColumns[query.order];
    const { after } = query;
    const next =
      after === null
        ? 'true'
        : `(-${order}, shown COLLATE "C") > (-(${value(after.value)}::numeric), ${value(after.group)})`;
    const { group, join } = groupOf(query, value);
    const { rows } = await this.pool.query<TallyRow>(
      `WITH found AS MATERIALIZED (
         SELECT ${group} AS shown, call_rollups.* FROM call_rollups ${join} WHERE ${where}
       ), summed AS (${sumsOf('found')}),
       chosen AS (
         SELECT * FROM summed WHERE ${next} ORDER BY ${order} DESC, shown COLLATE "C" LIMIT ${value(query.limit)}
       )
       ${withCounts} ORDER BY ${order} DESC, chosen.shown COLLATE "C"`,
      values,
    );
    return rows.map((row) => ({ group: row.shown, tally: tallyOf(row) }));
  }

  async recent(query: Parameters<CallRollups['recent']>[0], now: number): Promise<number> {
    const values: unknown[] = [];
    const since = Math.floor((now - hourMs) / minuteMs) * minuteMs;
    const where = conditions({ ...query, grain: 'minute', since, until: now + hourMs }, values);
    const { rows } = await this.pool.query<{ calls: string }>(
      `SELECT coalesce(sum(calls), 0) AS calls FROM call_rollups WHERE ${where}`,
      values,
    );
    return Number(rows[0]?.calls ?? 0);
  }

  async trustMoves(query: RollupQuery, limit: number): Promise<readonly TrustMove[]> {
    const values: unknown[] = [];
    const where = conditions(query, values, 'tool');
    const { rows } = await this.pool.query<MoveRow>(
      trustMovesStatement(
        where,
        `$${values.push(new Date(query.since))}`,
        `$${values.push(new Date(query.until))}`,
        limit,
      ),
      values,
    );
    return rows.map((row) => ({
      versionId: row.version_id,
      before: {
        ...{ day: row.before_day.getTime(), base: row.before_base },
        ...{ insideBase: row.before_inside, t0: row.before_t0.getTime() },
      },
      after: {
        ...{ day: row.after_day.getTime(), base: row.after_base },
        ...{ insideBase: row.after_inside, t0: row.after_t0.getTime() },
      },
    }));
  }

  async forget(grain: Grain, before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM call_rollups WHERE grain = $1 AND start < $2', [
      grainSeconds[grain],
      new Date(before),
    ]);
    return rowCount ?? 0;
  }
}

const orderColumns = { calls: 'calls', failures: 'failures', tokens: 'tokens', costUsd: 'cost_usd' } as const;

/** Only the conditions that are asked for, so that each query takes the index that fits. */
function conditions(query: RollupQuery, values: unknown[], by?: RollupGroupsQuery['by']): string {
  const value = (it: unknown): string => `$${values.push(it)}`;
  const kind = summedFor({
    callers: query.principalIds !== undefined || by === 'caller' || by === 'team',
    tools: query.tools !== undefined || query.namespaces !== undefined || by === 'tool',
  });
  const all = [
    `summed = ${kind}`,
    `grain = ${value(grainSeconds[query.grain])}`,
    `start >= ${value(new Date(query.since))}`,
    `start < ${value(new Date(query.until))}`,
  ];
  if (query.organisationId !== undefined) all.push(`organisation_id = ${value(query.organisationId)}`);
  if (query.principalIds !== undefined) all.push(`principal_id = ANY (${value(query.principalIds)}::uuid[])`);
  if (query.tools !== undefined) all.push(`tool = ANY (${value(query.tools)}::text[])`);
  if (query.namespaces !== undefined)
    all.push(`split_part(tool, '/', 1) = ANY (${value(query.namespaces)}::text[])`, "tool <> ''");
  return all.join(' AND ');
}

/** What rows are grouped by. A row of a principal in two teams is in both. */
function groupOf({ by, people, members }: RollupGroupsQuery, value: (it: unknown) => string) {
  if (by === 'tool') return { group: 'tool', join: '' };
  if (by === 'caller')
    return {
      group: `CASE WHEN organisation_id = ${value(people)}::uuid THEN principal_id::text ELSE '' END`,
      join: '',
    };
  const teams = value(members.map(({ teamId }) => teamId));
  const principals = value(members.map(({ principalId }) => principalId));
  return {
    group: 'team_id',
    join: `JOIN unnest(${teams}::text[], ${principals}::uuid[]) AS member (team_id, member_id) ON member_id = principal_id`,
  };
}

const sumsOf = (rows: string): string => `
  SELECT shown, sum(calls) AS calls, sum(failures) AS failures, sum(cached) AS cached, sum(tokens) AS tokens,
    sum(cost_usd) AS cost_usd
  FROM ${rows} GROUP BY shown`;

/** Counts by name of the chosen groups; the rows they are made of are \`found\`. */
const withCounts = `, counted AS (
    SELECT found.shown, kind, name, sum(number::numeric) AS number
    FROM found JOIN chosen ON chosen.shown = found.shown
    CROSS JOIN LATERAL (
      SELECT 'statuses' AS kind, * FROM jsonb_each_text(statuses) AS one (name, number)
      UNION ALL SELECT 'codes', * FROM jsonb_each_text(codes)
      UNION ALL SELECT 'levels', * FROM jsonb_each_text(levels)
      UNION ALL SELECT 'bins', * FROM jsonb_each_text(bins)
    ) AS counts
    GROUP BY found.shown, kind, name
  ), by_kind AS (
    SELECT shown, kind, jsonb_object_agg(name, number) AS counts FROM counted GROUP BY shown, kind
  ), by_group AS (
    SELECT shown, jsonb_object_agg(kind, counts) AS counts FROM by_kind GROUP BY shown
  )
  SELECT chosen.*, by_group.counts FROM chosen JOIN by_group ON by_group.shown = chosen.shown`;

const tallyOf = ({ calls, failures, cached, tokens, cost_usd: cost, counts }: TallyRow): CallTally => ({
  ...{ calls: Number(calls), failures: Number(failures), cached: Number(cached), tokens: Number(tokens) },
  costUsd: Number(cost),
  ...{ statuses: counts.statuses ?? {}, codes: counts.codes ?? {} },
  ...{ levels: counts.levels ?? {}, bins: counts.bins ?? {} },
});
