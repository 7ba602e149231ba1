-- Verifications, stages and attestations of versions.

ALTER TABLE tool_versions
  ADD COLUMN drifted_since timestamptz(3),
  ADD COLUMN audit text NOT NULL DEFAULT 'none'
    CONSTRAINT tool_versions_audit CHECK (audit IN ('none', 'self', 'third-party')),
  -- The organisation, its provider then, whose identity was attested.
  ADD COLUMN identity_of uuid;

-- Trust takes both into account.
CREATE TRIGGER tool_versions_assured_is_due AFTER UPDATE OF drifted_since, audit ON tool_versions FOR EACH ROW
  WHEN (OLD.drifted_since IS DISTINCT FROM NEW.drifted_since OR OLD.audit IS DISTINCT FROM NEW.audit)
  EXECUTE FUNCTION assay_verified_is_due();

CREATE TABLE verifications (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  trigger text NOT NULL,
  requested_by uuid,
  started_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  kind text,
  verdict text,
  summary text NOT NULL,
  checks json NOT NULL,
  CONSTRAINT verifications_end_is_whole CHECK (num_nonnulls(ended_at, kind, verdict) IN (0, 3))
);
CREATE UNIQUE INDEX verifications_one_runs_a_version ON verifications (version_id) WHERE ended_at IS NULL;
CREATE INDEX verifications_lease ON verifications (lease_until) WHERE ended_at IS NULL;
CREATE INDEX verifications_organisation_id_idx ON verifications (organisation_id);
CREATE INDEX verifications_version_id_id_idx ON verifications (version_id, id DESC);

-- When each version is verified next.
CREATE TABLE verification_turns (
  version_id uuid PRIMARY KEY REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  due_at timestamptz(3) NOT NULL,
  inconclusive integer NOT NULL DEFAULT 0,
  good_own bigint NOT NULL DEFAULT 0,
  good_others bigint NOT NULL DEFAULT 0
);
CREATE INDEX verification_turns_due_at_idx ON verification_turns (due_at);
CREATE INDEX verification_turns_organisation_id_idx ON verification_turns (organisation_id);

-- The first turn comes 5 to 60 minutes after publication, by chance, so that a whole server that was imported at once is
-- not called all at once.
CREATE FUNCTION assay_first_turn(version uuid, published timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT published + make_interval(secs => 300 + (hashtext(version::text) & 2147483647) % 3300)
$$;

CREATE FUNCTION assay_take_turns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO verification_turns (version_id, organisation_id, due_at)
  SELECT id, organisation_id, assay_first_turn(id, published_at) FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER tool_versions_take_turns AFTER INSERT ON tool_versions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION assay_take_turns();

-- What was there before begins within a day.
INSERT INTO verification_turns (version_id, organisation_id, due_at)
SELECT id, organisation_id, now() + make_interval(secs => (hashtext(id::text) & 2147483647) % 86400) FROM tool_versions;

CREATE TABLE stage_changes (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  "from" text NOT NULL,
  "to" text NOT NULL,
  reason text NOT NULL,
  by uuid,
  authority text NOT NULL,
  at timestamptz(3) NOT NULL,
  trust double precision NOT NULL,
  waived text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX stage_changes_organisation_id_idx ON stage_changes (organisation_id);
CREATE INDEX stage_changes_version_id_id_idx ON stage_changes (version_id, id DESC);

-- Versions whose trust is under what their stage asks for.
CREATE TABLE stage_watches (
  version_id uuid PRIMARY KEY REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL
);
CREATE INDEX stage_watches_organisation_id_idx ON stage_watches (organisation_id);

CREATE TABLE attestations (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  evidence text NOT NULL,
  organisation text NOT NULL,
  by text NOT NULL,
  at timestamptz(3) NOT NULL,
  statement text NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL
);
CREATE INDEX attestations_organisation_id_idx ON attestations (organisation_id);
CREATE INDEX attestations_version_id_id_idx ON attestations (version_id, id DESC);
