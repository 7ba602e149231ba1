-- Signatures of versions, the keys they were made with, and versions that wait because their upstream has changed.

-- [{by, keyId, signature, signedAt (ms since the epoch)}]: the registry's, and publishers' own.
ALTER TABLE tool_versions ADD COLUMN signatures jsonb NOT NULL DEFAULT '[]';

CREATE TABLE registry_keys (
  key_id text PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  public_key text NOT NULL,
  valid_from timestamptz(3) NOT NULL,
  valid_until timestamptz(3)
);
CREATE INDEX registry_keys_organisation_id_idx ON registry_keys (organisation_id);

CREATE TABLE publisher_keys (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace text NOT NULL REFERENCES namespaces (name) ON DELETE RESTRICT ON UPDATE CASCADE,
  key_id text NOT NULL,
  public_key text NOT NULL,
  title text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  retired_at timestamptz(3)
);
CREATE UNIQUE INDEX publisher_keys_namespace_key_id_key ON publisher_keys (namespace, key_id);
CREATE INDEX publisher_keys_organisation_id_idx ON publisher_keys (organisation_id);

-- Upstreams' own definitions as they were listed, by their digest: what a drift is shown against.
CREATE TABLE upstream_definitions (
  digest text PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  definition json NOT NULL,
  seen_at timestamptz(3) NOT NULL
);
CREATE INDEX upstream_definitions_organisation_id_idx ON upstream_definitions (organisation_id);

-- When each server's tools were last looked at, and when they will be again.
CREATE TABLE upstream_looks (
  server_id uuid PRIMARY KEY REFERENCES servers (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  looked_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  failures integer NOT NULL,
  problem text
);
CREATE INDEX upstream_looks_organisation_id_idx ON upstream_looks (organisation_id);

-- While one of a version is open, the version's own columns show the oldest of them.
CREATE TABLE quarantines (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  finding text NOT NULL,
  since timestamptz(3) NOT NULL,
  server text,
  upstream_tool text,
  pinned_digest text,
  observed_digest text,
  diff json NOT NULL,
  diff_is_complete boolean NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  released_at timestamptz(3),
  released_because text,
  released_by uuid,
  successor text,
  CONSTRAINT quarantines_release_is_whole CHECK ((released_at IS NULL) = (released_because IS NULL))
);
CREATE UNIQUE INDEX quarantines_one_open_a_kind ON quarantines (version_id, kind) WHERE released_at IS NULL;
CREATE INDEX quarantines_organisation_id_idx ON quarantines (organisation_id);
CREATE INDEX quarantines_version_id_idx ON quarantines (version_id);
