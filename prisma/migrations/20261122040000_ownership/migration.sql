-- Ownership: teams, proofs of domains, offers to transfer, and names that last.

ALTER TABLE namespaces
  ADD COLUMN proven_method text CONSTRAINT namespaces_proven_method CHECK (proven_method IN ('dns', 'http')),
  ADD COLUMN proven_domain text,
  ADD COLUMN proven_at timestamptz(3),
  ADD CONSTRAINT namespaces_proof_is_whole CHECK (num_nonnulls(proven_method, proven_domain, proven_at) IN (0, 3));

CREATE TABLE teams (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid
);
CREATE UNIQUE INDEX teams_organisation_id_name_key ON teams (organisation_id, name);

CREATE TABLE team_members (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  team_id uuid NOT NULL REFERENCES teams (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  added_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (team_id, principal_id)
);
CREATE INDEX team_members_principal_id_idx ON team_members (principal_id);

CREATE TABLE namespace_teams (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace_id uuid NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  team_id uuid NOT NULL REFERENCES teams (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  added_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (namespace_id, team_id)
);
CREATE INDEX namespace_teams_team_id_idx ON namespace_teams (team_id);

-- An offer waits for an administrator of the other organisation; there is one at most.
CREATE TABLE namespace_transfers (
  namespace_id uuid PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  to_organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  owner_id uuid REFERENCES principals (id) ON DELETE SET NULL ON UPDATE CASCADE,
  offered_at timestamptz(3) NOT NULL,
  offered_by uuid,
  CONSTRAINT namespace_transfers_elsewhere CHECK (organisation_id <> to_organisation_id)
);
CREATE INDEX namespace_transfers_to_organisation_id_idx ON namespace_transfers (to_organisation_id);

-- Former names. Each points at what it means now: the foreign keys follow every further change of name, so that there are
-- neither chains nor loops.

CREATE TABLE namespace_aliases (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  target text NOT NULL REFERENCES namespaces (name) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  created_by uuid
);
CREATE UNIQUE INDEX namespace_aliases_name_key ON namespace_aliases (name);
CREATE INDEX namespace_aliases_target_idx ON namespace_aliases (target);

CREATE TABLE tool_aliases (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- `ns/tool`, as it was.
  name text NOT NULL,
  namespace text NOT NULL,
  tool text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  FOREIGN KEY (namespace, tool) REFERENCES tools (namespace, name) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX tool_aliases_name_key ON tool_aliases (name);
CREATE INDEX tool_aliases_namespace_tool_idx ON tool_aliases (namespace, tool);

-- A publication that was checked before a rename and arrives after it would bring the old name back to life.
CREATE FUNCTION assay_keep_aliases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added JOIN tool_aliases ON tool_aliases.name = added.namespace || '/' || added.name) THEN
    RAISE EXCEPTION 'the name of a tool has become an alias' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tools_keep_aliases AFTER INSERT ON tools REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION assay_keep_aliases();

DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN
    SELECT * FROM (VALUES
      ('teams', 'team', 'id'),
      ('team_members', 'team', 'team_id'),
      ('namespace_teams', 'namespace', 'namespace_id'),
      ('namespace_transfers', 'namespace', 'namespace_id'),
      ('namespace_aliases', 'namespace-alias', 'id'),
      ('tool_aliases', 'tool-alias', 'id')
    ) AS t (name, kind, ref)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change(%L, %L)',
      watched.name || '_inserted', watched.name, watched.kind, watched.ref);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change(%L, %L)',
      watched.name || '_updated', watched.name, watched.kind, watched.ref);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change(%L, %L)',
      watched.name || '_deleted', watched.name, watched.kind, watched.ref);
  END LOOP;
END $$;
