-- Calls that are made later, until they have ended.
CREATE TABLE scheduled_calls (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  not_before timestamptz(3) NOT NULL,
  scheduled_at timestamptz(3) NOT NULL,
  -- Written before the call is made.
  begun_at timestamptz(3),
  is_cancelled boolean NOT NULL DEFAULT false,
  -- What is needed to make the call: encrypted, opens under its own id only.
  sealed text NOT NULL
);
CREATE INDEX scheduled_calls_not_before_idx ON scheduled_calls (not_before);
CREATE INDEX scheduled_calls_organisation_id_idx ON scheduled_calls (organisation_id);
CREATE INDEX scheduled_calls_principal_id_idx ON scheduled_calls (principal_id);
