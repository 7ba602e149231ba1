-- A key may belong to a client that a person lets act for them: who it is, and digests of its access tokens.
ALTER TABLE api_keys ADD COLUMN delegation jsonb;

-- What the authorization server keeps. Ids of codes and tokens are secrets, so that only a digest is stored.
CREATE TABLE authorization_records (
  id text NOT NULL,
  kind text NOT NULL,
  organisation_id uuid,
  grant_id uuid,
  payload text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  CONSTRAINT authorization_records_pkey PRIMARY KEY (id)
);
CREATE INDEX authorization_records_grant_id_idx ON authorization_records (grant_id);
CREATE INDEX authorization_records_expires_at_idx ON authorization_records (expires_at);
