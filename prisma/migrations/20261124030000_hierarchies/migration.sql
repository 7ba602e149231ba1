-- Which tools stand in for which, as organisations declare it, and calls that wait for a person's answer.

CREATE TABLE fallbacks (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  capability text NOT NULL,
  -- A list, the primary first: tool, accuracy and perhaps a mapping.
  levels json NOT NULL,
  escalates boolean NOT NULL,
  -- Goes up with every change.
  revision integer NOT NULL CONSTRAINT fallbacks_revision CHECK (revision > 0),
  changed_at timestamptz(3) NOT NULL,
  changed_by uuid
);
CREATE UNIQUE INDEX fallbacks_organisation_id_capability_key ON fallbacks (organisation_id, capability);

CREATE TRIGGER fallbacks_inserted AFTER INSERT ON fallbacks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('fallback', 'id');
CREATE TRIGGER fallbacks_updated AFTER UPDATE ON fallbacks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('fallback', 'id');
CREATE TRIGGER fallbacks_deleted AFTER DELETE ON fallbacks REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('fallback', 'id');

CREATE TABLE escalations (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Whose call it is.
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  invocation_id uuid NOT NULL,
  capability text,
  tool text NOT NULL,
  -- json, not jsonb: inputs may hold what jsonb does not take.
  input json NOT NULL,
  output_schema json,
  task text,
  reason text NOT NULL,
  -- The call as it was answered when the ticket was opened.
  envelope json NOT NULL,
  status text NOT NULL CONSTRAINT escalations_status CHECK (status IN ('open', 'resolved', 'refused', 'expired')),
  opened_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  closed_by uuid,
  decision text,
  -- The call as it is answered since.
  completed json,
  CONSTRAINT escalations_closed CHECK ((status = 'open') = (closed_at IS NULL) AND (status = 'open') = (completed IS NULL))
);
CREATE UNIQUE INDEX escalations_invocation_id_key ON escalations (invocation_id);
CREATE INDEX escalations_organisation_id_opened_at_id_idx ON escalations (organisation_id, opened_at DESC, id DESC);
CREATE INDEX escalations_principal_id_idx ON escalations (principal_id);
CREATE INDEX escalations_open_idx ON escalations (expires_at) WHERE status = 'open';
