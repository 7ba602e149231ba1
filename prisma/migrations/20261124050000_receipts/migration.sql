-- Receipts: groups of audit records signed together, checkpoints of the chains, and changes that are under way.

-- Records of one chain that were written in one statement, and the signature over their Merkle root. A group lies within
-- one month, as its records do, and goes with them.
CREATE TABLE audit_groups (
  chain text NOT NULL,
  first bigint NOT NULL,
  last bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  organisation_id uuid,
  root text NOT NULL,
  signed_at timestamptz(3) NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (chain, last, at)
) PARTITION BY RANGE (at);
CREATE TABLE audit_groups_default PARTITION OF audit_groups DEFAULT;

-- How far chains had come. Numbers have no gaps: one that is missing was removed. Organisations share chains, so that a
-- checkpoint belongs to none.
CREATE TABLE audit_checkpoints (
  number bigint PRIMARY KEY,
  organisation_id uuid,
  chain text NOT NULL,
  sequence bigint NOT NULL,
  hash text NOT NULL,
  state text NOT NULL CONSTRAINT audit_checkpoints_state CHECK (state IN ('open', 'closed', 'left', 'pruned')),
  at timestamptz(3) NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL
);
CREATE INDEX audit_checkpoints_chain_sequence_idx ON audit_checkpoints (chain, sequence);

-- A request that may change something, from before it is carried out until its records are durable. What a dead server
-- leaves here is a change that may have happened without a record.
CREATE TABLE audit_pending (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid,
  action text NOT NULL,
  subject text NOT NULL,
  chain text NOT NULL,
  begun_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX audit_pending_organisation_id_idx ON audit_pending (organisation_id);
CREATE INDEX audit_pending_chain_idx ON audit_pending (chain);

-- Partitions for this month and the `ahead` following ones; safe to call often and from several replicas at once.
CREATE OR REPLACE FUNCTION assay_ensure_partitions(ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamptz := date_trunc('month', now(), 'UTC');
  parent text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('assay.ensure_partitions'));
  FOR step IN 0 .. ahead LOOP
    FOREACH parent IN ARRAY ARRAY['audit_records', 'audit_groups', 'invocations'] LOOP
      PERFORM assay_ensure_partition(parent, date_add(this_month, make_interval(months => step), 'UTC'));
    END LOOP;
  END LOOP;
END $$;

SELECT assay_ensure_partitions(2);
