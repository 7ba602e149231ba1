-- What may be called: policies of each organisation, and every version they have had.

CREATE TABLE policies (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  version integer NOT NULL CONSTRAINT policies_version CHECK (version > 0),
  -- Null while deleted: the row stays, so that versions go on counting.
  text text,
  description text,
  changed_at timestamptz(3) NOT NULL,
  changed_by uuid
);
CREATE UNIQUE INDEX policies_organisation_id_name_key ON policies (organisation_id, name);

CREATE TABLE policy_versions (
  policy_id uuid NOT NULL REFERENCES policies (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  version integer NOT NULL,
  text text,
  description text,
  changed_at timestamptz(3) NOT NULL,
  changed_by uuid,
  PRIMARY KEY (policy_id, version)
);
CREATE INDEX policy_versions_organisation_id_idx ON policy_versions (organisation_id);

CREATE TRIGGER policies_inserted AFTER INSERT ON policies
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('policy', 'id');
CREATE TRIGGER policies_updated AFTER UPDATE ON policies
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('policy', 'id');
CREATE TRIGGER policies_deleted AFTER DELETE ON policies
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('policy', 'id');
