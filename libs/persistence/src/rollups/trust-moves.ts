/**
 * Versions of tools whose calls meet a condition, with the last state of trust before a time and the last one before
 * another; for a version without an earlier state, its first one. Largest change of either view first.
 */
export const trustMovesStatement = (where: string, since: string, until: string, limit: number): string => `
  WITH used AS (
    SELECT DISTINCT tool FROM call_rollups WHERE ${where} AND tool <> ''
  ), states AS (
    SELECT version.id AS version_id, former.day AS before_day, former.base AS before_base,
      former.inside_base AS before_inside, former.t0 AS before_t0, latest.day AS after_day, latest.base AS after_base,
      latest.inside_base AS after_inside, latest.t0 AS after_t0
    FROM used
    JOIN tool_versions AS version
      ON (version.namespace, version.tool) = (split_part(used.tool, '/', 1), split_part(used.tool, '/', 2))
    CROSS JOIN LATERAL (
      SELECT * FROM trust_history WHERE version_id = version.id AND day < ${until} ORDER BY day DESC LIMIT 1
    ) AS latest
    CROSS JOIN LATERAL (
      SELECT * FROM trust_history WHERE version_id = version.id AND day < ${until}
      ORDER BY day >= date_trunc('day', ${since}::timestamptz, 'UTC'), abs(extract(epoch FROM day - ${since})) LIMIT 1
    ) AS former
    WHERE latest.day >= date_trunc('day', ${since}::timestamptz, 'UTC')
  )
  SELECT * FROM states
  WHERE before_base <> after_base OR before_inside <> after_inside
  ORDER BY greatest(abs(after_base - before_base), abs(after_inside - before_inside)) DESC, version_id
  LIMIT ${limit}`;
