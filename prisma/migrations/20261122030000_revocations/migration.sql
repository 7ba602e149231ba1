-- Revocations. A row is never deleted; lifting fills its last three columns.

CREATE TABLE revocations (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace text NOT NULL REFERENCES namespaces (name) ON DELETE RESTRICT ON UPDATE CASCADE,
  tool text,
  range text,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  lifted_at timestamptz(3),
  lifted_by uuid,
  lift_reason text,
  CONSTRAINT revocations_range_has_a_tool CHECK (range IS NULL OR tool IS NOT NULL),
  CONSTRAINT revocations_lifting_is_dated CHECK (lifted_at IS NOT NULL OR num_nonnulls(lifted_by, lift_reason) = 0),
  -- A renamed namespace takes its revocations along by two ways, which agree at the end of the transaction only.
  FOREIGN KEY (namespace, tool) REFERENCES tools (namespace, name)
    ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED
);
-- One in force for a target, however many are asked for at once.
CREATE UNIQUE INDEX revocations_in_force ON revocations (namespace, tool, range) NULLS NOT DISTINCT WHERE lifted_at IS NULL;
CREATE INDEX revocations_organisation_id_idx ON revocations (organisation_id);
CREATE INDEX revocations_namespace_tool_idx ON revocations (namespace, tool);

CREATE TRIGGER revocations_inserted AFTER INSERT ON revocations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('revocation', 'id');
CREATE TRIGGER revocations_updated AFTER UPDATE ON revocations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('revocation', 'id');

-- Whoever tries says so at once: a revocation that vanished would be silent.
CREATE FUNCTION assay_keep_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A revocation is never deleted: lift it instead.';
END $$;
CREATE TRIGGER revocations_stay BEFORE DELETE ON revocations FOR EACH ROW EXECUTE FUNCTION assay_keep_revocation();
