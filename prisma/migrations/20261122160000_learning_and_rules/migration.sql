-- Which tool did what was asked for, of organisations that want to learn from it, and rules that choose tools.

CREATE TABLE learning_settings (
  organisation_id uuid PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  enabled boolean NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  changed_by uuid
);

CREATE TABLE learnt_outcomes (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The search that led to the call; no row of it is kept.
  search_id uuid,
  task text NOT NULL,
  tool text NOT NULL,
  succeeded boolean NOT NULL,
  weight double precision NOT NULL CONSTRAINT learnt_outcomes_weight CHECK (weight > 0 AND weight <= 1),
  shown text[] NOT NULL,
  standing double precision[] NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX learnt_outcomes_organisation_id_at_id_idx ON learnt_outcomes (organisation_id, at DESC, id DESC);
CREATE INDEX learnt_outcomes_at_idx ON learnt_outcomes (at);

CREATE TABLE rules (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  "when" text NOT NULL,
  tool text NOT NULL,
  priority integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid
);
CREATE INDEX rules_organisation_id_idx ON rules (organisation_id);

DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN
    SELECT * FROM (VALUES
      ('learning_settings', 'learning-setting', 'organisation_id'),
      ('learnt_outcomes', 'learnt-outcome', 'id'),
      ('rules', 'rule', 'id')
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
