-- What calls of compositions decided and did, so that they decide so again when they are made again.
CREATE TABLE call_notes (
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Of what the keys of its steps are made of.
  call_digest text NOT NULL,
  -- Of where in the call it stands.
  place_digest text NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  invocation_id uuid NOT NULL,
  -- Encrypted; opens under its own call only.
  sealed text NOT NULL,
  touched_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal_id, call_digest, place_digest)
);
CREATE INDEX call_notes_touched_at_idx ON call_notes (touched_at);
CREATE INDEX call_notes_organisation_id_idx ON call_notes (organisation_id);
