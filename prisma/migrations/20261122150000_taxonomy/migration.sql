-- The tree of capabilities. A row is never deleted: a tag that tools declare keeps its meaning, merged or not.

CREATE TABLE capabilities (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  tag text NOT NULL,
  parent text,
  label text NOT NULL,
  description text NOT NULL,
  aliases text[] NOT NULL,
  merged_into text,
  deprecated boolean NOT NULL DEFAULT false,
  seed_version integer,
  edited_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CONSTRAINT capabilities_lie_elsewhere CHECK (parent <> tag AND merged_into <> tag)
);
CREATE UNIQUE INDEX capabilities_tag_key ON capabilities (tag);
ALTER TABLE capabilities
  ADD FOREIGN KEY (parent) REFERENCES capabilities (tag) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD FOREIGN KEY (merged_into) REFERENCES capabilities (tag) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX capabilities_organisation_id_idx ON capabilities (organisation_id);
CREATE INDEX capabilities_parent_idx ON capabilities (parent);
CREATE INDEX capabilities_merged_into_idx ON capabilities (merged_into);

CREATE TRIGGER capabilities_inserted AFTER INSERT ON capabilities
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('capability', 'id');
CREATE TRIGGER capabilities_updated AFTER UPDATE ON capabilities
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('capability', 'id');

-- Proposals wait for a reviewer like publications do.
ALTER TABLE reviews DROP CONSTRAINT reviews_kind;
ALTER TABLE reviews ADD CONSTRAINT reviews_kind CHECK (kind IN ('compatibility', 'look-alike', 'capability'));
