-- Two views of a version's evidence (inside its organisation, outside of it), latency by the caller's organisation, and
-- digests of what attestations rest on.

-- Evidence ---------------------------------------------------------------------------------------------------------------

-- `weight` and the others beside it are the inside view's; for the owning organisation's calls both views are the same
-- here, and the outside view's limit is applied when they are read.
ALTER TABLE evidence_buckets
  ADD COLUMN outside_weight double precision NOT NULL DEFAULT 0,
  ADD COLUMN outside_fault_weight double precision NOT NULL DEFAULT 0,
  ADD COLUMN outside_schema_weight double precision NOT NULL DEFAULT 0,
  ADD COLUMN outside_sla_weight double precision NOT NULL DEFAULT 0,
  ADD COLUMN member_calls bigint NOT NULL DEFAULT 0,
  ADD COLUMN member_faults bigint NOT NULL DEFAULT 0;

-- What is kept is weighed again as far as usage says who called: each principal of the owning organisation counts by
-- itself, its namespace's members together, and another organisation at most 100 calls a day outside.
WITH usage AS (
  SELECT day.version_id, day.day, day.organisation_id = version.organisation_id AS own, day.organisation_id AS caller_organisation,
    day.principal_id, day.calls,
    EXISTS (
      SELECT FROM namespaces AS namespace
      WHERE namespace.name = version.namespace AND namespace.organisation_id = day.organisation_id AND (
        EXISTS (SELECT FROM namespace_owners AS owner
          WHERE owner.namespace_id = namespace.id AND owner.principal_id = day.principal_id)
        OR EXISTS (SELECT FROM namespace_teams AS owning JOIN team_members AS member ON member.team_id = owning.team_id
          WHERE owning.namespace_id = namespace.id AND member.principal_id = day.principal_id)
      )
    ) AS member
  FROM usage_days AS day JOIN tool_versions AS version ON version.id = day.version_id
), callers AS (
  SELECT version_id, day, own, caller_organisation, member, least(20, sum(calls)) AS weight, sum(calls) AS calls
  FROM usage GROUP BY version_id, day, own, caller_organisation, member, CASE WHEN member THEN caller_organisation ELSE principal_id END
), organisations_of AS (
  SELECT version_id, day, own, caller_organisation, sum(weight) AS weight,
    sum(calls) FILTER (WHERE member) AS member_calls
  FROM callers GROUP BY version_id, day, own, caller_organisation
), days AS (
  SELECT version_id, day, own, sum(weight) AS weight,
    CASE WHEN own THEN 1 ELSE sum(least(100, weight)) / nullif(sum(weight), 0) END AS outside_share,
    coalesce(sum(member_calls), 0) AS member_calls
  FROM organisations_of GROUP BY version_id, day, own
)
UPDATE evidence_buckets AS bucket SET
  member_calls = CASE WHEN bucket.own THEN least(bucket.calls, days.member_calls) ELSE 0 END,
  member_faults = CASE WHEN bucket.own AND bucket.calls > 0
    THEN round(bucket.faults * least(bucket.calls, days.member_calls) / bucket.calls) ELSE 0 END,
  weight = bucket.weight * scale.own,
  fault_weight = bucket.fault_weight * scale.own,
  schema_weight = bucket.schema_weight * scale.own,
  sla_weight = bucket.sla_weight * scale.own,
  outside_weight = bucket.weight * scale.own * scale.outside,
  outside_fault_weight = bucket.fault_weight * scale.own * scale.outside,
  outside_schema_weight = bucket.schema_weight * scale.own * scale.outside,
  outside_sla_weight = bucket.sla_weight * scale.own * scale.outside
FROM days, LATERAL (
  SELECT
    (SELECT CASE WHEN inner_bucket.weight > 0
        THEN greatest(inner_bucket.weight, least(inner_bucket.calls, days.weight)) / inner_bucket.weight ELSE 1 END
      FROM evidence_buckets AS inner_bucket
      WHERE (inner_bucket.version_id, inner_bucket.day, inner_bucket.own) = (days.version_id, days.day, days.own)) AS own,
    coalesce(days.outside_share, 1) AS outside
) AS scale
WHERE (bucket.version_id, bucket.day, bucket.own) = (days.version_id, days.day, days.own);

-- Where usage says nothing (older days, and what was inherited) both views start from what there is.
UPDATE evidence_buckets SET outside_weight = weight, outside_fault_weight = fault_weight,
  outside_schema_weight = schema_weight, outside_sla_weight = sla_weight
WHERE outside_weight = 0 AND weight > 0;

ALTER TABLE evidence_buckets
  ALTER COLUMN outside_weight DROP DEFAULT, ALTER COLUMN outside_fault_weight DROP DEFAULT,
  ALTER COLUMN outside_schema_weight DROP DEFAULT, ALTER COLUMN outside_sla_weight DROP DEFAULT,
  ALTER COLUMN member_calls DROP DEFAULT, ALTER COLUMN member_faults DROP DEFAULT;

-- Counters by caller hold all that a discount is shared among. Those of the last days start again.
DELETE FROM evidence_callers;
ALTER TABLE evidence_callers
  DROP COLUMN calls,
  ADD COLUMN caller_organisation uuid NOT NULL,
  ADD COLUMN own boolean NOT NULL,
  ADD COLUMN member boolean NOT NULL,
  ADD COLUMN good bigint NOT NULL,
  ADD COLUMN faults bigint NOT NULL,
  -- Requests that the tool refused: together at most one fault.
  ADD COLUMN semantic bigint NOT NULL,
  ADD COLUMN schema_met bigint NOT NULL,
  ADD COLUMN within_sla bigint NOT NULL;

-- What the callers of one other organisation weigh together on a day, before that organisation's own limit.
CREATE TABLE evidence_organisations (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day timestamptz(3) NOT NULL,
  caller_organisation uuid NOT NULL,
  weight double precision NOT NULL,
  fault_weight double precision NOT NULL,
  schema_weight double precision NOT NULL,
  sla_weight double precision NOT NULL,
  PRIMARY KEY (version_id, day, caller_organisation)
);
CREATE INDEX evidence_organisations_day_idx ON evidence_organisations (day);

-- Latency ----------------------------------------------------------------------------------------------------------------

-- Times of good calls by the caller's organisation, in periods of ten days that begin on `period`.
CREATE TABLE evidence_latencies (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  period timestamptz(3) NOT NULL,
  bins jsonb NOT NULL,
  PRIMARY KEY (version_id, organisation_id, period)
);
CREATE INDEX evidence_latencies_period_idx ON evidence_latencies (period);
CREATE INDEX evidence_latencies_organisation_id_idx ON evidence_latencies (organisation_id);

-- What they come to, for every replica to hold in memory.
CREATE TABLE measured_latencies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  calls bigint NOT NULL,
  p50_ms double precision NOT NULL,
  p95_ms double precision NOT NULL,
  p99_ms double precision NOT NULL
);
CREATE UNIQUE INDEX measured_latencies_organisation_id_version_id_key ON measured_latencies (organisation_id, version_id);
CREATE INDEX measured_latencies_version_id_idx ON measured_latencies (version_id);
CREATE TRIGGER measured_latencies_inserted AFTER INSERT ON measured_latencies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('latency', 'id');
CREATE TRIGGER measured_latencies_updated AFTER UPDATE ON measured_latencies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('latency', 'id');
CREATE TRIGGER measured_latencies_deleted AFTER DELETE ON measured_latencies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('latency', 'id');

-- The owning organisation's measurements are kept. Whose the others' were is not known, and they begin again.
INSERT INTO evidence_latencies (organisation_id, version_id, period, bins)
SELECT organisation_id, version_id, period, jsonb_object_agg(bin, total) FROM (
  SELECT organisation_id, version_id, bin, sum(number::numeric) AS total,
    to_timestamp(floor(extract(epoch FROM day) / 864000) * 864000) AS period
  FROM evidence_buckets, jsonb_each_text(latency) AS bins (bin, number)
  WHERE own AND day > '1970-01-01T00:00:00Z'
  GROUP BY organisation_id, version_id, bin, period
) AS summed
GROUP BY organisation_id, version_id, period;
ALTER TABLE evidence_buckets DROP COLUMN latency;

-- Versions ---------------------------------------------------------------------------------------------------------------

ALTER TABLE tool_versions
  -- As trust_base and trust_key, which are the outside view's.
  ADD COLUMN trust_inside_base double precision,
  ADD COLUMN trust_inside_key double precision,
  -- Whether a verification ever ran its examples and they passed.
  ADD COLUMN example_passed boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT tool_versions_trust_is_whole;

UPDATE tool_versions SET
  trust_inside_base = trust_base,
  trust_inside_key = trust_key,
  trust = jsonb_build_object(
    'inside', trust - 'calls' - 'votes' - 'p50Ms' - 'p95Ms' - 'p99Ms',
    'outside', trust - 'calls' - 'votes' - 'p50Ms' - 'p95Ms' - 'p99Ms',
    'calls', trust -> 'calls',
    'votes', trust -> 'votes'
  )
WHERE trust IS NOT NULL;

ALTER TABLE tool_versions ADD CONSTRAINT tool_versions_trust_is_whole CHECK (
  num_nonnulls(trust_base, trust_confidence, trust_key, trust, trust_inside_base, trust_inside_key) IN (0, 6)
  AND (trust_base IS NULL
    OR (trust_base > 0 AND trust_inside_base > 0 AND trust_confidence >= 0 AND trust_confidence < 1))
);
CREATE INDEX tool_versions_trust_inside_key_id_idx ON tool_versions (trust_inside_key, id);

UPDATE tool_versions AS version SET example_passed = true
WHERE EXISTS (
  SELECT FROM verifications AS done WHERE done.version_id = version.id AND done.kind = 'examples' AND done.verdict = 'green'
);

ALTER TABLE trust_history
  ADD COLUMN inside_base double precision,
  -- What automatic revocation looks at, the lower of both views; null on older days.
  ADD COLUMN working double precision;
UPDATE trust_history SET inside_base = base;
ALTER TABLE trust_history ALTER COLUMN inside_base SET NOT NULL;

-- Own calls were the organisation's, and are the members' from now on.
UPDATE verification_turns AS turn SET
  good_own = least(turn.good_own + turn.good_others, known.members),
  good_others = turn.good_own + turn.good_others - least(turn.good_own + turn.good_others, known.members)
FROM (
  SELECT version_id, sum(member_calls - member_faults) AS members FROM evidence_buckets GROUP BY version_id
) AS known
WHERE known.version_id = turn.version_id;

ALTER TABLE attestations ADD COLUMN evidence_digest text;

SELECT assay_trust_is_due(ARRAY (SELECT id FROM tool_versions));
