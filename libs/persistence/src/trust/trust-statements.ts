import { addition, sumNames } from './add-batch.js';
import { keyOf } from './settle.js';

const older = "'1970-01-01T00:00:00Z'::timestamptz";
const insideWeights = ['weight', 'fault_weight', 'schema_weight', 'sla_weight'];
const weights = [...insideWeights, ...insideWeights.map((name) => `outside_${name}`)];

/** `$1` the heir, `$2` the version it comes after, `$3` the share. What was counted stays with who was called. */
export const inherit = `
  WITH heir AS (
    UPDATE tool_versions SET evidence_from = $2 WHERE id = $1 AND evidence_from IS NULL RETURNING id, organisation_id
  )
  INSERT INTO evidence_buckets AS there (organisation_id, version_id, day, own, ${sumNames.join(', ')})
  SELECT heir.organisation_id, heir.id, day, own,
    ${sumNames.map((name) => (weights.includes(name) ? `${name} * $3::double precision` : '0')).join(', ')}
  FROM heir JOIN evidence_buckets AS former ON former.version_id = $2
  WHERE former.weight > 0 OR former.outside_weight > 0
  ORDER BY day, own
  ON CONFLICT (version_id, day, own) DO UPDATE SET ${addition}`;

/** Votes on the tools of versions `$1`, by organisation. Members of the namespace do not vote, whenever they did. */
export const votes = `
  SELECT version.id, rating.organisation_id = version.organisation_id AS own, count(*), sum(rating.stars) AS stars
  FROM tool_versions AS version
  JOIN tool_ratings AS rating ON (rating.namespace, rating.tool) = (version.namespace, version.tool)
  WHERE version.id = ANY ($1)
    AND NOT EXISTS (
      SELECT FROM namespaces AS namespace JOIN namespace_owners AS owner ON owner.namespace_id = namespace.id
      WHERE namespace.name = version.namespace AND owner.principal_id = rating.principal_id
    )
    AND NOT EXISTS (
      SELECT FROM namespaces AS namespace JOIN namespace_teams AS owning ON owning.namespace_id = namespace.id
        JOIN team_members AS member ON member.team_id = owning.team_id
      WHERE namespace.name = version.namespace AND member.principal_id = rating.principal_id
    )
  GROUP BY version.id, rating.organisation_id, own
  ORDER BY version.id, rating.organisation_id`;

export const history = `
  SELECT day, base, inside_base, t0, working FROM trust_history WHERE version_id = $1
    AND day >= coalesce((SELECT max(day) FROM trust_history WHERE version_id = $1 AND day <= $2), $2)
  ORDER BY day`;

/** Days before `$1` go into the older bucket. */
export const rollUp = `
  WITH gone AS (
    DELETE FROM evidence_buckets WHERE day < $1 AND day > ${older} RETURNING *
  ), added AS (
    INSERT INTO evidence_buckets AS there (organisation_id, version_id, day, own, ${sumNames.join(', ')})
    SELECT organisation_id, version_id, ${older}, own, ${sumNames.map((name) => `sum(${name})`).join(', ')}
    FROM gone GROUP BY organisation_id, version_id, own ORDER BY version_id, own
    ON CONFLICT (version_id, day, own) DO UPDATE SET ${addition}
  )
  SELECT version_id FROM gone`;

export const pruneCallers = 'DELETE FROM evidence_callers WHERE day < $1';
export const pruneOrganisations = 'DELETE FROM evidence_organisations WHERE day < $1';
/** `$1` the oldest period that is kept. What nobody has measured since is not known any more. */
export const pruneLatencies = `
  WITH gone AS (DELETE FROM evidence_latencies WHERE period < $1 RETURNING version_id, organisation_id)
  DELETE FROM measured_latencies AS told USING gone
  WHERE (told.version_id, told.organisation_id) = (gone.version_id, gone.organisation_id) AND NOT EXISTS (
    SELECT FROM evidence_latencies AS kept
    WHERE (kept.version_id, kept.organisation_id) = (told.version_id, told.organisation_id) AND kept.period >= $1
  )`;
export const pruneBatches = 'DELETE FROM evidence_batches WHERE added_at < $1';
/** The last state before `$1` is what the days after it start from. */
export const pruneHistory = `
  DELETE FROM trust_history AS gone WHERE day < $1
    AND EXISTS (SELECT FROM trust_history AS later WHERE later.version_id = gone.version_id AND later.day > gone.day AND later.day < $1)`;

export const refresh = `
  SELECT assay_trust_is_due(ARRAY (
    SELECT id FROM tool_versions WHERE organisation_id IN (SELECT DISTINCT organisation_id FROM evidence_buckets)
  ))`;

/** `$1` λ. Where it is what it was, the same formula gives the same key, and nothing is written. */
export const rekey = `
  UPDATE tool_versions SET trust_key = ${keyOf('trust_base', '$1')},
    trust_inside_key = ${keyOf('trust_inside_base', '$1')}
  WHERE trust_base IS NOT NULL AND (trust_key IS DISTINCT FROM ${keyOf('trust_base', '$1')}
    OR trust_inside_key IS DISTINCT FROM ${keyOf('trust_inside_base', '$1')})`;

/** `$1` a formula's digest. One row when it is another one than before, or the first. */
export const reckonBy = `
  WITH changed AS (
    INSERT INTO trust_formula AS there (digest) VALUES ($1)
    ON CONFLICT (one) DO UPDATE SET digest = excluded.digest WHERE there.digest <> excluded.digest
    RETURNING one
  )
  SELECT assay_trust_is_due(ARRAY (SELECT id FROM tool_versions)) FROM changed WHERE EXISTS (SELECT FROM tool_versions)`;
