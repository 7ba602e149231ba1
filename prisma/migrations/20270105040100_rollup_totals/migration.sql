-- Rollups also by caller, by tool, and of all calls, so that long ranges read few rows.
-- summed: 0 by caller and tool; 1 all callers together (nil UUID); 2 all tools together ('*'); 3 both.
ALTER TABLE call_rollups ADD COLUMN summed integer;

WITH given AS MATERIALIZED (
  SELECT rollup.grain, rollup.organisation_id, rollup.start, totals.summed,
    CASE WHEN totals.summed IN (1, 3) THEN '00000000-0000-0000-0000-000000000000' ELSE rollup.principal_id END AS principal_id,
    CASE WHEN totals.summed IN (2, 3) THEN '*' ELSE rollup.tool END AS tool,
    calls, failures, cached, tokens, cost_usd, statuses, codes, levels, bins
  FROM call_rollups AS rollup CROSS JOIN generate_series(1, 3) AS totals (summed)
), sums AS (
  SELECT grain, organisation_id, start, principal_id, tool, summed, sum(calls) AS calls, sum(failures) AS failures,
    sum(cached) AS cached, sum(tokens) AS tokens, sum(cost_usd) AS cost_usd
  FROM given GROUP BY grain, organisation_id, start, principal_id, tool, summed
), counted AS (
  SELECT grain, organisation_id, start, principal_id, tool, kind, name, sum(number::bigint) AS number
  FROM given CROSS JOIN LATERAL (
    SELECT 'statuses' AS kind, * FROM jsonb_each_text(statuses) AS one (name, number)
    UNION ALL SELECT 'codes', * FROM jsonb_each_text(codes)
    UNION ALL SELECT 'levels', * FROM jsonb_each_text(levels)
    UNION ALL SELECT 'bins', * FROM jsonb_each_text(bins)
  ) AS counts
  GROUP BY grain, organisation_id, start, principal_id, tool, kind, name
), named AS (
  SELECT grain, organisation_id, start, principal_id, tool,
    coalesce(jsonb_object_agg(name, number) FILTER (WHERE kind = 'statuses'), '{}') AS statuses,
    coalesce(jsonb_object_agg(name, number) FILTER (WHERE kind = 'codes'), '{}') AS codes,
    coalesce(jsonb_object_agg(name, number) FILTER (WHERE kind = 'levels'), '{}') AS levels,
    coalesce(jsonb_object_agg(name, number) FILTER (WHERE kind = 'bins'), '{}') AS bins
  FROM counted GROUP BY grain, organisation_id, start, principal_id, tool
)
INSERT INTO call_rollups (grain, organisation_id, start, principal_id, tool, summed, calls, failures, cached, tokens,
  cost_usd, statuses, codes, levels, bins)
SELECT grain, organisation_id, start, principal_id, tool, summed, calls, failures, cached, tokens, cost_usd, statuses,
  codes, levels, bins
FROM sums JOIN named USING (grain, organisation_id, start, principal_id, tool);

UPDATE call_rollups SET summed = 0 WHERE summed IS NULL;
-- Without a default: a replica of the version before counts nothing from here on, and the others count its calls.
ALTER TABLE call_rollups ALTER COLUMN summed SET NOT NULL;
CREATE INDEX call_rollups_summed_grain_organisation_id_start_idx
  ON call_rollups (summed, grain, organisation_id, start);
DROP INDEX call_rollups_grain_tool_start_idx;
CREATE INDEX call_rollups_summed_grain_tool_start_idx ON call_rollups (summed, grain, tool, start);
