-- Foundation: who and whose, the catalogue, the outbox, the audit log.

CREATE TABLE organisations (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT organisations_is_its_own CHECK (organisation_id = id)
);
CREATE UNIQUE INDEX organisations_name_key ON organisations (name);

CREATE TABLE principals (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CONSTRAINT principals_kind CHECK (kind IN ('user', 'agent', 'service')),
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX principals_organisation_id_name_key ON principals (organisation_id, name);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes text[] NOT NULL,
  namespaces jsonb,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX api_keys_prefix_key ON api_keys (prefix);
CREATE INDEX api_keys_organisation_id_idx ON api_keys (organisation_id);
CREATE INDEX api_keys_principal_id_idx ON api_keys (principal_id);

CREATE TABLE namespaces (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  visibility text NOT NULL CONSTRAINT namespaces_visibility CHECK (visibility IN ('public', 'organisation', 'private')),
  created_at timestamptz(3) NOT NULL,
  created_by uuid
);
CREATE UNIQUE INDEX namespaces_name_key ON namespaces (name);
CREATE INDEX namespaces_organisation_id_idx ON namespaces (organisation_id);

CREATE TABLE namespace_owners (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace_id uuid NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  added_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (namespace_id, principal_id)
);
CREATE INDEX namespace_owners_principal_id_idx ON namespace_owners (principal_id);

CREATE TABLE grants (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid REFERENCES principals (id) ON DELETE SET NULL ON UPDATE CASCADE,
  grantee_organisation_id uuid REFERENCES organisations (id) ON DELETE SET NULL ON UPDATE CASCADE,
  tool text,
  capability text,
  actions text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CONSTRAINT grants_one_grantee CHECK (num_nonnulls(principal_id, grantee_organisation_id) = 1),
  CONSTRAINT grants_one_object CHECK (num_nonnulls(tool, capability) = 1)
);
CREATE INDEX grants_organisation_id_idx ON grants (organisation_id);

CREATE TABLE endorsements (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  tool text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid
);
CREATE UNIQUE INDEX endorsements_organisation_id_tool_key ON endorsements (organisation_id, tool);

CREATE TABLE servers (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace text NOT NULL REFERENCES namespaces (name) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  mcp jsonb NOT NULL,
  stateless boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX servers_namespace_name_key ON servers (namespace, name);
CREATE INDEX servers_organisation_id_idx ON servers (organisation_id);

CREATE TABLE tools (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace text NOT NULL REFERENCES namespaces (name) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (namespace, name)
);
CREATE INDEX tools_organisation_id_idx ON tools (organisation_id);

CREATE TABLE tool_versions (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace text NOT NULL,
  tool text NOT NULL,
  version text NOT NULL,
  version_key text NOT NULL,
  manifest json NOT NULL,
  manifest_digest text NOT NULL,
  definition_digest text NOT NULL,
  upstream_digest text,
  status text NOT NULL CONSTRAINT tool_versions_status CHECK (status IN ('ACTIVE', 'DEPRECATED', 'YANKED', 'SUNSET')),
  stage text NOT NULL CONSTRAINT tool_versions_stage
    CHECK (stage IN ('SUBMITTED', 'SANDBOX', 'BETA', 'GENERAL_AVAILABILITY', 'VERIFIED')),
  sunset_at timestamptz(3),
  quarantined_since timestamptz(3),
  quarantine_finding text,
  last_verified_at timestamptz(3),
  usage_count bigint NOT NULL DEFAULT 0,
  published_at timestamptz(3) NOT NULL,
  published_by uuid,
  CONSTRAINT tool_versions_quarantine_is_whole CHECK ((quarantined_since IS NULL) = (quarantine_finding IS NULL)),
  FOREIGN KEY (namespace, tool) REFERENCES tools (namespace, name) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX tool_versions_namespace_tool_version_key_key ON tool_versions (namespace, tool, version_key);
CREATE INDEX tool_versions_organisation_id_idx ON tool_versions (organisation_id);

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  server text NOT NULL,
  proposals json NOT NULL,
  upstream_digests jsonb NOT NULL,
  removed text[] NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX imports_organisation_id_idx ON imports (organisation_id);

-- The outbox. `txid` orders by transaction, so that a reader who remembers a snapshot can ask for exactly the rows that
-- were not yet visible in it, whatever the order of commits.

CREATE TABLE outbox (
  id bigserial PRIMARY KEY,
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind text NOT NULL,
  ref text NOT NULL,
  organisation_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outbox_txid_id_idx ON outbox (txid, id);
CREATE INDEX outbox_marks ON outbox (id) WHERE kind = 'pruned';

CREATE FUNCTION assay_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('assay_changes', '');
  RETURN NULL;
END $$;

CREATE TRIGGER outbox_announces AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION assay_announce();

-- Every change of a watched table enters the outbox in its own transaction: no writer can forget it, nor can a
-- correction by hand. Arguments: the kind of change, and the column that names the changed thing.
CREATE FUNCTION assay_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO outbox (kind, ref, organisation_id) SELECT %L, %I::text, organisation_id FROM changed',
    TG_ARGV[0], TG_ARGV[1]);
  RETURN NULL;
END $$;

DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN
    SELECT * FROM (VALUES
      ('organisations', 'organisation', 'id'),
      ('principals', 'principal', 'id'),
      ('api_keys', 'key', 'id'),
      ('namespaces', 'namespace', 'id'),
      ('namespace_owners', 'namespace', 'namespace_id'),
      ('grants', 'grant', 'id'),
      ('endorsements', 'endorsement', 'id'),
      ('servers', 'server', 'id'),
      ('tool_versions', 'tool-version', 'id')
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

-- Deletes old outbox rows of transactions that every later snapshot sees, and leaves one mark that says how far it went:
-- a reader whose remembered snapshot is older than the mark knows that it may have missed something.
CREATE FUNCTION assay_prune_outbox(older_than interval) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  pruned bigint;
  reached xid8;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('assay.prune_outbox')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM outbox
    WHERE kind <> 'pruned' AND at < clock_timestamp() - older_than
      AND txid < pg_snapshot_xmin(pg_current_snapshot())
    RETURNING txid
  )
  SELECT count(*), max(txid) INTO pruned, reached FROM gone;
  IF pruned > 0 THEN
    WITH former AS (DELETE FROM outbox WHERE kind = 'pruned' RETURNING ref)
    INSERT INTO outbox (kind, ref, organisation_id)
    SELECT 'pruned', greatest(reached, (SELECT max(ref::xid8) FROM former))::text,
      '00000000-0000-0000-0000-000000000000';
  END IF;
  RETURN pruned;
END $$;

-- The audit log, partitioned by month in UTC. `json` keeps what the hash was taken over, character by character.

CREATE TABLE audit_records (
  chain text NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  organisation_id uuid,
  principal_id uuid,
  action text NOT NULL,
  subject text NOT NULL,
  details json NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (chain, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_records_organisation_id_at_idx ON audit_records (organisation_id, at DESC);
CREATE TABLE audit_records_default PARTITION OF audit_records DEFAULT;

CREATE TABLE invocations (
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  organisation_id uuid,
  principal_id uuid,
  chain text NOT NULL,
  sequence bigint NOT NULL,
  body json NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX invocations_organisation_id_at_idx ON invocations (organisation_id, at DESC);
CREATE TABLE invocations_default PARTITION OF invocations DEFAULT;

-- Makes one month's partition; rows of that month that fell into the default partition move over.
CREATE FUNCTION assay_ensure_partition(parent text, month timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := parent || to_char(month AT TIME ZONE 'UTC', '"_y"YYYY"m"MM');
  until timestamptz := date_add(month, interval '1 month', 'UTC');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved',
    parent || '_default', name) USING month, until;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, month, until);
END $$;

-- Partitions for this month and the `ahead` following ones; safe to call often and from several replicas at once.
CREATE FUNCTION assay_ensure_partitions(ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamptz := date_trunc('month', now(), 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('assay.ensure_partitions'));
  FOR step IN 0 .. ahead LOOP
    PERFORM assay_ensure_partition('audit_records', date_add(this_month, make_interval(months => step), 'UTC'));
    PERFORM assay_ensure_partition('invocations', date_add(this_month, make_interval(months => step), 'UTC'));
  END LOOP;
END $$;

SELECT assay_ensure_partitions(2);
