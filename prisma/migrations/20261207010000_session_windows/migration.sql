-- The model's window that a session is measured against, and what its caller has taken out of its history since.
CREATE TABLE session_windows (
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  session text NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  model_window jsonb,
  released bigint NOT NULL DEFAULT 0,
  touched_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal_id, session)
);
CREATE INDEX session_windows_touched_at_idx ON session_windows (touched_at);
CREATE INDEX session_windows_organisation_id_idx ON session_windows (organisation_id);

-- Results that calls of a session returned: what compacting the session shortens.
ALTER TABLE kept_outputs
  DROP CONSTRAINT kept_outputs_kind_is_known,
  ADD CONSTRAINT kept_outputs_kind_is_known CHECK (kind IN ('pointer', 'memory', 'result'));
