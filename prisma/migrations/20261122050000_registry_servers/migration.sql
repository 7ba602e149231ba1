-- Entries of the official MCP Registry API: one row a version of a server.
--
-- Names and versions compare byte by byte (collation "C"), so that a cursor means the same on every machine. A row that
-- is `deleted`, or that a revocation covers, stays as a tombstone; `updated_at` moves with every change and never
-- repeats, so that a reader who asks for what is newer misses nothing.

CREATE TABLE registry_servers (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  server json NOT NULL,
  -- Addresses in `server` that no other server may use, normalised.
  remote_urls text[] NOT NULL,
  status text NOT NULL CONSTRAINT registry_servers_status CHECK (status IN ('active', 'deprecated', 'deleted')),
  status_message text,
  published_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  status_changed_at timestamptz(3) NOT NULL,
  is_latest boolean NOT NULL,
  origin uuid,
  official json,
  revocation json,
  -- One column, so that the planner needs no figures to know that most rows are shown.
  shown boolean NOT NULL GENERATED ALWAYS AS (status <> 'deleted' AND revocation IS NULL) STORED,
  CONSTRAINT registry_servers_official_has_origin CHECK (official IS NULL OR origin IS NOT NULL)
);
CREATE UNIQUE INDEX registry_servers_name_version_key ON registry_servers (name, version);
CREATE INDEX registry_servers_organisation_id_idx ON registry_servers (organisation_id);
CREATE INDEX registry_servers_updated_at_idx ON registry_servers (updated_at);
CREATE INDEX registry_servers_origin_idx ON registry_servers (origin);

-- What lists show unless asked for more: in order, and the latest versions only.
CREATE INDEX registry_servers_shown ON registry_servers (name, version) WHERE shown;
CREATE INDEX registry_servers_shown_latest ON registry_servers (name, version) WHERE is_latest AND shown;
CREATE INDEX registry_servers_revoked ON registry_servers (name, version) WHERE revocation IS NOT NULL;

-- One latest version a name.
CREATE UNIQUE INDEX registry_servers_one_latest ON registry_servers (name) WHERE is_latest;

CREATE INDEX registry_servers_remotes ON registry_servers USING gin (remote_urls)
  WHERE origin IS NULL AND status <> 'deleted';
