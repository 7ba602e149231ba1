import type { CallerUsage, UsageQuery, UsageStore, UsageSum } from '@assay/kernel';
import type pg from 'pg';

interface Row {
  readonly shown: string;
  readonly calls: string;
  readonly failures: string;
  readonly cost: number;
}

/** Usage in PostgreSQL; `addBatch` writes it. */
export class PostgresUsageStore implements UsageStore {
  constructor(private readonly pool: pg.Pool) {}

  async sum(query: UsageQuery): Promise<readonly UsageSum[]> {
    const { rows } = await this.pool.query<Row>(sumBy[query.by], [
      query.since,
      query.until,
      query.principalId ?? null,
      query.organisationId ?? null,
      query.namespaces ?? null,
      query.tool ?? null,
      query.after,
      query.limit,
      ...(query.by === 'caller' ? [query.people] : []),
    ]);
    return rows.map(({ shown, calls, failures, cost }) => ({
      group: shown,
      calls: Number(calls),
      failures: Number(failures),
      costUsd: cost,
    }));
  }

  async ofDay(day: number): Promise<readonly CallerUsage[]> {
    const { rows } = await this.pool.query<{ organisation: string; principal: string; calls: string; cost: number }>(
      `SELECT organisation_id AS organisation, principal_id AS principal, sum(calls) AS calls, sum(cost_usd) AS cost
       FROM usage_days WHERE day = to_timestamp($1 / 1000.0) GROUP BY organisation_id, principal_id`,
      [day],
    );
    return rows.map(({ organisation, principal, calls, cost }) => ({
      ...{ organisationId: organisation, principalId: principal, calls: Number(calls), costUsd: cost },
    }));
  }

  async forget(before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM usage_days WHERE day < to_timestamp($1 / 1000.0)', [
      before,
    ]);
    return rowCount ?? 0;
  }
}

/** Days are compared as the plain text they are shown as, and so are ids. */
const statement = (group: string) => `
  WITH counted AS (
    SELECT ${group} AS shown, usage.calls, usage.failures, usage.cost_usd
    FROM usage_days AS usage JOIN tool_versions AS version ON version.id = usage.version_id
    WHERE usage.day BETWEEN to_timestamp($1 / 1000.0) AND to_timestamp($2 / 1000.0)
      AND ($3::uuid IS NULL OR usage.principal_id = $3)
      AND ($4::uuid IS NULL OR usage.organisation_id = $4)
      AND ($5::text[] IS NULL OR version.namespace = ANY ($5))
      AND ($6::text IS NULL OR (version.namespace, version.tool) = (split_part($6, '/', 1), split_part($6, '/', 2)))
  )
  SELECT shown, sum(calls) AS calls, sum(failures) AS failures, sum(cost_usd) AS cost FROM counted
  WHERE $7::text IS NULL OR shown COLLATE "C" > $7
  GROUP BY shown ORDER BY shown COLLATE "C" LIMIT $8`;

const sumBy: Readonly<Record<UsageQuery['by'], string>> = {
  tool: statement(`version.namespace || '/' || version.tool`),
  day: statement(`to_char(usage.day AT TIME ZONE 'UTC', 'YYYY-MM-DD')`),
  caller: statement(
    `usage.organisation_id || ' ' || CASE WHEN usage.organisation_id = $9::uuid THEN usage.principal_id::text ELSE '' END`,
  ),
};
