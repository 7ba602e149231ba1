-- Credentials that calls carry to upstreams, sealed, and authorizations at providers that are under way.

CREATE TABLE connections (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Whose it is: the principal's id, or "shared"; and what it is for: the server's id, or an origin.
  owner text NOT NULL,
  target text NOT NULL,
  server_id uuid REFERENCES servers (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Where the credential may go, as it was when the connection was made.
  origin text NOT NULL,
  namespaces text[] NOT NULL,
  -- Principals a shared one is granted to; empty for the whole organisation.
  granted_to uuid[] NOT NULL,
  kind text NOT NULL CONSTRAINT connections_kind CHECK (kind IN ('bearer', 'basic', 'apiKey', 'oauth2')),
  place text,
  name text,
  oauth jsonb,
  -- Sealed.
  secret text NOT NULL,
  tokens text,
  tokens_expire_at timestamptz(3),
  state text NOT NULL CONSTRAINT connections_state CHECK (state IN ('ready', 'unauthorised', 'broken')),
  problem text,
  -- Grows whenever what calls carry changes.
  revision integer NOT NULL,
  -- One replica at a time asks the provider for new tokens.
  refreshing_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX connections_organisation_id_owner_target_key ON connections (organisation_id, owner, target);
CREATE INDEX connections_server_id_idx ON connections (server_id);
CREATE INDEX connections_principal_id_idx ON connections (principal_id);

-- `state` and `code` are digests: what opens one is never kept.
CREATE TABLE connection_authorizations (
  state text PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL,
  -- Sealed: what the provider's answer is checked and exchanged with; after the answer, the tokens.
  secret text NOT NULL,
  code text,
  attempts integer NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX connection_authorizations_connection_id_idx ON connection_authorizations (connection_id);
CREATE INDEX connection_authorizations_expires_at_idx ON connection_authorizations (expires_at);

CREATE TRIGGER connections_inserted AFTER INSERT ON connections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('connection', 'id');
CREATE TRIGGER connections_updated AFTER UPDATE ON connections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('connection', 'id');
CREATE TRIGGER connections_deleted AFTER DELETE ON connections REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('connection', 'id');
