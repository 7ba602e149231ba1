-- A person who signs in: the account of a principal of kind user, under the principal's id.
CREATE TABLE accounts (
  id uuid PRIMARY KEY REFERENCES principals (id),
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  display_name text,
  roles text[] NOT NULL,
  -- The subject at the OpenID Connect issuer at which the person signs in; all or none.
  issuer text,
  subject text,
  disabled_at timestamptz(3),
  reset_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CHECK ((issuer IS NULL) = (subject IS NULL))
);
CREATE INDEX accounts_organisation_id_idx ON accounts (organisation_id);
CREATE UNIQUE INDEX accounts_issuer_subject_key ON accounts (issuer, subject);

-- A memory-hard hash in the PHC string format, which names its parameters.
CREATE TABLE account_passwords (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  hash text NOT NULL,
  set_at timestamptz(3) NOT NULL
);
CREATE INDEX account_passwords_organisation_id_idx ON account_passwords (organisation_id);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The host name it is bound to.
  rp_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_organisation_id_idx ON passkeys (organisation_id);
CREATE INDEX passkeys_account_id_idx ON passkeys (account_id);

-- One-time links that set a credential; only the digest of the token is kept.
CREATE TABLE sign_in_links (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  purpose text NOT NULL,
  digest text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sign_in_links_digest_key ON sign_in_links (digest);
CREATE INDEX sign_in_links_organisation_id_idx ON sign_in_links (organisation_id);
CREATE INDEX sign_in_links_account_id_idx ON sign_in_links (account_id);
CREATE INDEX sign_in_links_expires_at_idx ON sign_in_links (expires_at);

-- Sessions of people; only the digest of the token is kept, and a session that ended is deleted.
CREATE TABLE account_sessions (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  digest text NOT NULL,
  method text NOT NULL,
  client text,
  address text,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  reauthenticated_at timestamptz(3)
);
CREATE UNIQUE INDEX account_sessions_digest_key ON account_sessions (digest);
CREATE INDEX account_sessions_organisation_id_idx ON account_sessions (organisation_id);
CREATE INDEX account_sessions_account_id_idx ON account_sessions (account_id);
CREATE INDEX account_sessions_expires_at_idx ON account_sessions (expires_at);

-- Challenges that were handed out and not used. Anybody can ask for one, so a row belongs to no organisation.
CREATE TABLE sign_in_challenges (
  challenge text PRIMARY KEY,
  organisation_id uuid,
  purpose text NOT NULL,
  account_id uuid,
  rp_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_challenges_expires_at_idx ON sign_in_challenges (expires_at);

-- Wrong passwords by the digest of a name, and of a name and a network, whether or not an account has the name.
CREATE TABLE sign_in_failures (
  subject text PRIMARY KEY,
  organisation_id uuid,
  failures integer NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_failures_last_at_idx ON sign_in_failures (last_at);

DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN
    SELECT * FROM (VALUES ('accounts', 'account'), ('account_sessions', 'session')) AS t (name, kind)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change(%L, %L)',
      watched.name || '_inserted', watched.name, watched.kind, 'id');
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change(%L, %L)',
      watched.name || '_updated', watched.name, watched.kind, 'id');
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change(%L, %L)',
      watched.name || '_deleted', watched.name, watched.kind, 'id');
  END LOOP;
END $$;
