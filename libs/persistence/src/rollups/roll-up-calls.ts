import { grainSeconds, sketchAccuracy } from '@assay/trust';
import type pg from 'pg';
import { allCallers, allTools, summed } from './rollup-totals.js';

/** Calls of one statement. */
const maxCalls = 5_000;

/** Begins to count the calls of a chain. To be called before its first record. */
export async function beginRollup(pool: pg.Pool, chain: string): Promise<void> {
  await pool.query('INSERT INTO call_rollup_cursors (chain, sequence) VALUES ($1, 0) ON CONFLICT DO NOTHING', [chain]);
}

/** The chain has ended and all of it is counted. */
export async function endRollup(pool: pg.Pool, chain: string): Promise<void> {
  await pool.query('DELETE FROM call_rollup_cursors WHERE chain = $1', [chain]);
}

/**
 * Adds the calls of a chain that are not counted yet, in batches. The cursor moves in the statement that counts, so that
 * every call counts once, however often and wherever this runs. Answers how many records were read.
 */
export async function rollUpCalls(pool: pg.Pool, chain: string): Promise<number> {
  let read = 0;
  for (;;) {
    const { rows } = await pool.query<{ read: string }>({
      name: 'roll-up-calls',
      text: statement,
      values: [chain, maxCalls, Object.values(grainSeconds), sketchAccuracy.minMs, logGamma],
    });
    const batch = Number(rows[0]?.read ?? 0);
    read += batch;
    if (batch < maxCalls) return read;
  }
}

const { relativeAccuracy } = sketchAccuracy;
const logGamma = Math.log((1 + relativeAccuracy) / (1 - relativeAccuracy));

const key = 'grain, organisation_id, start, principal_id, tool';
const sums = ['calls', 'failures', 'cached', 'tokens', 'cost_usd'] as const;
const counts = ['statuses', 'codes', 'levels', 'bins'] as const;

/** The rows of `base`, and their totals over callers, over tools and over both. */
const withTotals = (base: string, columns: string): string => `
  SELECT grain, organisation_id, start, total.summed,
    CASE WHEN total.summed IN (${summed.callers}, ${summed.both}) THEN '${allCallers}' ELSE principal_id END AS principal_id,
    CASE WHEN total.summed IN (${summed.tools}, ${summed.both}) THEN '${allTools}' ELSE tool END AS tool, ${columns}
  FROM ${base} CROSS JOIN generate_series(${summed.nothing}, ${summed.both}) AS total (summed)`;

/** Rows are written in the order of their keys: two chains wait for each other and never in a circle. */
const statement = `
  WITH cursor AS (
    SELECT chain, sequence FROM call_rollup_cursors WHERE chain = $1 FOR UPDATE
  ), fresh AS MATERIALIZED (
    SELECT call.* FROM cursor
    JOIN invocations AS call ON call.chain = cursor.chain AND call.sequence > cursor.sequence
    ORDER BY call.sequence LIMIT $2
  ), moved AS (
    UPDATE call_rollup_cursors SET sequence = (SELECT max(sequence) FROM fresh)
    WHERE chain = $1 AND EXISTS (SELECT FROM fresh)
  ), finished AS (
    SELECT grain, date_bin(make_interval(secs => grain), at, 'epoch') AS start, organisation_id, principal_id,
      CASE WHEN version IS NULL THEN '' ELSE tool END AS tool, status, code, is_cached, coalesce(tokens, 0) AS tokens,
      coalesce(cost_usd, 0)::numeric AS cost_usd, coalesce(level, 0)::text AS level,
      ceil(ln(greatest(ms, $4::float8)) / $5::float8)::integer::text AS bin
    FROM fresh CROSS JOIN unnest($3::integer[]) AS grain
    WHERE status IS NOT NULL AND ms IS NOT NULL AND organisation_id IS NOT NULL AND principal_id IS NOT NULL
  ), tallied AS (
    SELECT ${key}, count(*) AS calls, count(*) FILTER (WHERE status IN ('failed', 'denied', 'cancelled')) AS failures,
      count(*) FILTER (WHERE is_cached) AS cached, sum(tokens) AS tokens, sum(cost_usd) AS cost_usd
    FROM finished GROUP BY ${key}
  ), summed AS (
    SELECT ${key}, summed, ${sums.map((it) => `sum(${it}) AS ${it}`).join(', ')}
    FROM (${withTotals('tallied', sums.join(', '))}) AS row GROUP BY ${key}, summed
  ), counted AS (
    SELECT ${key}, kind, name, count(*) AS number
    FROM finished
    CROSS JOIN LATERAL (VALUES ('statuses', status), ('codes', code), ('levels', level), ('bins', bin)) AS one (kind, name)
    WHERE name IS NOT NULL
    GROUP BY ${key}, kind, name
  ), counted_totals AS (
    SELECT ${key}, kind, name, sum(number) AS number
    FROM (${withTotals('counted', 'kind, name, number')}) AS row GROUP BY ${key}, kind, name
  ), named AS (
    SELECT ${key}, ${counts.map((it) => `coalesce(jsonb_object_agg(name, number) FILTER (WHERE kind = '${it}'), '{}') AS ${it}`).join(', ')}
    FROM counted_totals GROUP BY ${key}
  ), added AS (
    INSERT INTO call_rollups AS there (${key}, summed, ${[...sums, ...counts].join(', ')})
    SELECT ${key}, summed, ${[...sums, ...counts].join(', ')} FROM summed JOIN named USING (${key})
    ORDER BY ${key}
    ON CONFLICT (${key}) DO UPDATE SET
      ${sums.map((it) => `${it} = there.${it} + excluded.${it}`).join(', ')},
      ${counts.map((it) => `${it} = assay_add_bins(there.${it}, excluded.${it})`).join(', ')}
  )
  SELECT count(*) AS read FROM fresh`;
