-- Results that are kept for who asked for them: the whole behind a pointer, and memories.
CREATE TABLE kept_outputs (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL CONSTRAINT kept_outputs_kind_is_known CHECK (kind IN ('pointer', 'memory')),
  layer text CONSTRAINT kept_outputs_layer_is_known CHECK (layer IN ('working', 'session', 'episodic')),
  session text,
  invocation_id uuid NOT NULL,
  tool text NOT NULL,
  version text NOT NULL,
  source text NOT NULL,
  confidence double precision NOT NULL,
  findings text[] NOT NULL,
  digest text NOT NULL,
  bytes bigint NOT NULL CONSTRAINT kept_outputs_bytes_are_counted CHECK (bytes >= 0),
  media_type text NOT NULL,
  is_binary boolean NOT NULL,
  -- Encrypted; opens under its own id only.
  sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT kept_outputs_memories_have_layers CHECK ((kind = 'memory') = (layer IS NOT NULL))
);
-- The same content is kept once.
CREATE UNIQUE INDEX kept_outputs_principal_id_kind_digest_media_type_key ON kept_outputs (principal_id, kind, digest, media_type);
CREATE INDEX kept_outputs_principal_id_kind_created_at_id_idx ON kept_outputs (principal_id, kind, created_at DESC, id DESC);
CREATE INDEX kept_outputs_expires_at_idx ON kept_outputs (expires_at);
CREATE INDEX kept_outputs_organisation_id_idx ON kept_outputs (organisation_id);

-- How many tokens the calls of a session took, by version: a definition counts once.
CREATE TABLE session_tokens (
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  session text NOT NULL,
  version_id uuid NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  calls bigint NOT NULL,
  schemas bigint NOT NULL,
  arguments bigint NOT NULL,
  result bigint NOT NULL,
  validation bigint NOT NULL,
  last_call_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal_id, session, version_id)
);
CREATE INDEX session_tokens_last_call_at_idx ON session_tokens (last_call_at);
CREATE INDEX session_tokens_organisation_id_idx ON session_tokens (organisation_id);
