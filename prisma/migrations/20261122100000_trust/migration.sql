-- Trust: evidence by version and day, votes, and what is worked out from them.

ALTER TABLE tool_versions
  -- Before decay, and n / (n + 20).
  ADD COLUMN trust_base double precision,
  ADD COLUMN trust_confidence double precision,
  -- ln base + λ · (last verification or publication, in ms): orders versions at any time as decayed trust does.
  ADD COLUMN trust_key double precision,
  -- What it is made of, for whoever asks why.
  ADD COLUMN trust jsonb,
  -- The version whose evidence it has taken over, once.
  ADD COLUMN evidence_from uuid,
  ADD CONSTRAINT tool_versions_trust_is_whole CHECK (
    num_nonnulls(trust_base, trust_confidence, trust_key, trust) IN (0, 4)
    AND (trust_base IS NULL OR (trust_base > 0 AND trust_confidence >= 0 AND trust_confidence < 1))
  );
CREATE INDEX tool_versions_trust_key_id_idx ON tool_versions (trust_key DESC NULLS LAST, id);

-- One row a version, day (its midnight in UTC) and whether the provider's own organisation called. Days that have left
-- the window are added up in the row of 1970-01-01.
CREATE TABLE evidence_buckets (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day timestamptz(3) NOT NULL,
  own boolean NOT NULL,
  calls bigint NOT NULL,
  faults bigint NOT NULL,
  caller_faults bigint NOT NULL,
  weight double precision NOT NULL,
  fault_weight double precision NOT NULL,
  schema_weight double precision NOT NULL,
  sla_weight double precision NOT NULL,
  callers bigint NOT NULL,
  latency jsonb NOT NULL,
  PRIMARY KEY (version_id, day, own)
);
CREATE INDEX evidence_buckets_day_idx ON evidence_buckets (day);
CREATE INDEX evidence_buckets_organisation_id_idx ON evidence_buckets (organisation_id);

-- How often each caller has called on a day: what discounts for floods are counted from. Kept for some days.
CREATE TABLE evidence_callers (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day timestamptz(3) NOT NULL,
  caller uuid NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (version_id, day, caller)
);
CREATE INDEX evidence_callers_day_idx ON evidence_callers (day);

-- Batches that have been added: handed over again, they are added no more.
CREATE TABLE evidence_batches (
  id uuid PRIMARY KEY,
  organisation_id uuid,
  added_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX evidence_batches_added_at_idx ON evidence_batches (added_at);

-- Who has ever called a tool, and so may rate it.
CREATE TABLE tool_callers (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  namespace text NOT NULL,
  tool text NOT NULL,
  PRIMARY KEY (principal_id, namespace, tool),
  FOREIGN KEY (namespace, tool) REFERENCES tools (namespace, name) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX tool_callers_namespace_tool_idx ON tool_callers (namespace, tool);

CREATE TABLE tool_ratings (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  namespace text NOT NULL,
  tool text NOT NULL,
  stars integer NOT NULL CONSTRAINT tool_ratings_stars CHECK (stars BETWEEN 1 AND 5),
  comment text,
  rated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal_id, namespace, tool),
  FOREIGN KEY (namespace, tool) REFERENCES tools (namespace, name) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX tool_ratings_namespace_tool_rated_at_principal_id_idx
  ON tool_ratings (namespace, tool, rated_at DESC, principal_id);

-- How trust stood at the end of each day on which it changed.
CREATE TABLE trust_history (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day timestamptz(3) NOT NULL,
  base double precision NOT NULL,
  t0 timestamptz(3) NOT NULL,
  PRIMARY KEY (version_id, day)
);
CREATE INDEX trust_history_day_idx ON trust_history (day);

-- Versions whose trust is out of date. The mark changes with every new reason, so that a result that was worked out
-- before it is not taken for one that knows it.
CREATE SEQUENCE trust_due_marks;
CREATE TABLE trust_due (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid PRIMARY KEY REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  mark bigint NOT NULL DEFAULT nextval('trust_due_marks')
);
CREATE INDEX trust_due_mark_idx ON trust_due (mark);

CREATE FUNCTION assay_trust_is_due(versions uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO trust_due (organisation_id, version_id)
  SELECT organisation_id, id FROM tool_versions WHERE id = ANY (versions) ORDER BY id
  ON CONFLICT (version_id) DO UPDATE SET mark = nextval('trust_due_marks');
$$;

CREATE FUNCTION assay_published_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assay_trust_is_due(ARRAY (SELECT id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER tool_versions_published_is_due AFTER INSERT ON tool_versions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION assay_published_is_due();

CREATE FUNCTION assay_verified_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM assay_trust_is_due(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER tool_versions_verified_is_due AFTER UPDATE OF last_verified_at ON tool_versions FOR EACH ROW
  WHEN (OLD.last_verified_at IS DISTINCT FROM NEW.last_verified_at) EXECUTE FUNCTION assay_verified_is_due();

-- Counts by bin of two latency sketches of one accuracy, added up.
CREATE FUNCTION assay_add_bins(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN one = '{}' THEN other
    WHEN other = '{}' THEN one
    ELSE (
      SELECT jsonb_object_agg(bin, total) FROM (
        SELECT bin, sum(number::numeric) AS total
        FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS both_of_them (bin, number)
        GROUP BY bin
      ) AS added
    )
  END
$$;

SELECT assay_trust_is_due(ARRAY (SELECT id FROM tool_versions));
