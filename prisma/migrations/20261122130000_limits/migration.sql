-- Limits that were set in place of the defaults, and what was called by whom.

CREATE TABLE limits (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  -- An organisation, a namespace or a principal; null with a tool, and both null for everybody.
  subject_id uuid,
  tool text,
  "limit" bigint NOT NULL CONSTRAINT limits_limit CHECK ("limit" >= 0),
  reason text,
  set_at timestamptz(3) NOT NULL,
  set_by uuid,
  CONSTRAINT limits_one_subject CHECK (num_nonnulls(subject_id, tool) <= 1)
);
CREATE UNIQUE INDEX limits_name_subject_id_tool_key ON limits (name, subject_id, tool) NULLS NOT DISTINCT;
CREATE INDEX limits_organisation_id_idx ON limits (organisation_id);

CREATE TRIGGER limits_inserted AFTER INSERT ON limits
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('limit', 'id');
CREATE TRIGGER limits_updated AFTER UPDATE ON limits
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('limit', 'id');
CREATE TRIGGER limits_deleted AFTER DELETE ON limits
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('limit', 'id');

-- Calls that reached a tool, by who called, version and day (its midnight in UTC). The organisation is the caller's.
-- Written with the evidence, in the same transaction: what is counted there once is counted here once.
CREATE TABLE usage_days (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day timestamptz(3) NOT NULL,
  calls bigint NOT NULL,
  failures bigint NOT NULL,
  -- What the version said at the time that a call costs, for each of them.
  cost_usd double precision NOT NULL,
  PRIMARY KEY (principal_id, version_id, day)
);
CREATE INDEX usage_days_organisation_id_day_idx ON usage_days (organisation_id, day);
CREATE INDEX usage_days_version_id_day_idx ON usage_days (version_id, day);
CREATE INDEX usage_days_day_idx ON usage_days (day);
