-- Calls of compositions that ended for now, since steps of theirs wait for persons.
CREATE TABLE left_calls (
  invocation_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Which call it is, what it waits for and what is needed to go on with it: encrypted, opens under its own id only.
  sealed text NOT NULL,
  is_cancelled boolean NOT NULL DEFAULT false,
  left_at timestamptz(3) NOT NULL
);
CREATE INDEX left_calls_left_at_idx ON left_calls (left_at);
CREATE INDEX left_calls_organisation_id_idx ON left_calls (organisation_id);
CREATE INDEX left_calls_principal_id_idx ON left_calls (principal_id);
