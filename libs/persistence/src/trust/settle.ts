/** λ · t0 with t0 in ms, as core works it out; `$rate` is λ a millisecond. */
export const keyOf = (base: string, rate: string): string =>
  `ln(${base}) + ${rate}::double precision * (extract(epoch FROM coalesce(last_verified_at, published_at)) * 1000)::double precision`;

const scored = (first: number) => `unnest($${first}::uuid[], $${first + 1}::bigint[], $${first + 2}::double precision[],
    $${first + 3}::double precision[], $${first + 4}::jsonb[], $${first + 5}::double precision[], $${first + 6}::double precision[])
    AS scored (id, mark, base, confidence, trust, inside_base, working)`;

/**
 * The steps of settling. What is due under another mark by now stays due, and what was worked out for it is dropped. A
 * version is updated only when something of it differs: its row's trigger tells every replica, and the search index with
 * them.
 */
export const settleStatements = {
  /** `$1` version ids. Before what is due: so do those whose change of a version makes it due. */
  lock: 'SELECT FROM tool_versions WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
  /** `$1` version ids, `$2` marks. */
  claim: `
    WITH claimed AS (
      SELECT version_id FROM trust_due JOIN unnest($1::uuid[], $2::bigint[]) AS settled (id, mark)
        ON trust_due.version_id = settled.id AND trust_due.mark = settled.mark
      ORDER BY version_id FOR UPDATE OF trust_due
    )
    DELETE FROM trust_due USING claimed WHERE trust_due.version_id = claimed.version_id
    RETURNING trust_due.version_id`,
  /** `$1` those that were claimed, `$2` to `$8` the scores, `$9` the day in ms. */
  remember: `
    INSERT INTO trust_history AS there (organisation_id, version_id, day, base, t0, inside_base, working)
    SELECT version.organisation_id, version.id, to_timestamp($9::bigint / 1000.0), scored.base,
      coalesce(last_verified_at, published_at), scored.inside_base, scored.working
    FROM ${scored(2)} JOIN tool_versions AS version USING (id)
    WHERE version.id = ANY ($1::uuid[])
    ORDER BY version.id
    ON CONFLICT (version_id, day) DO UPDATE SET base = excluded.base, t0 = excluded.t0,
      inside_base = excluded.inside_base, working = excluded.working
    WHERE (there.base, there.t0, there.inside_base, there.working)
      IS DISTINCT FROM (excluded.base, excluded.t0, excluded.inside_base, excluded.working)`,
  /** `$1` to `$8` as before, `$9` λ. */
  write: `
    UPDATE tool_versions SET trust_base = scored.base, trust_confidence = scored.confidence, trust = scored.trust,
      trust_key = ${keyOf('scored.base', '$9')}, trust_inside_base = scored.inside_base,
      trust_inside_key = ${keyOf('scored.inside_base', '$9')}
    FROM ${scored(2)}
    WHERE tool_versions.id = scored.id AND tool_versions.id = ANY ($1::uuid[])
      AND (trust_key IS DISTINCT FROM ${keyOf('scored.base', '$9')}
        OR trust_inside_key IS DISTINCT FROM ${keyOf('scored.inside_base', '$9')} OR tool_versions.trust IS DISTINCT FROM scored.trust)`,
} as const;
