-- Values that placeholders stand for. A token is a keyed digest of value, class, source and owner.
CREATE TABLE masked_values (
  token text PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  session text,
  class text NOT NULL,
  source text NOT NULL,
  -- Encrypted; opens under its token only.
  sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX masked_values_expires_at_idx ON masked_values (expires_at);
CREATE INDEX masked_values_organisation_id_idx ON masked_values (organisation_id);
CREATE INDEX masked_values_principal_id_idx ON masked_values (principal_id);

-- What people are asked about: a call, or the result of one that was made.
ALTER TABLE approvals ADD COLUMN subject text NOT NULL DEFAULT 'call';
