-- Named selections of tools, each served as an MCP server of its own.

CREATE TABLE toolsets (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  description text,
  visibility text NOT NULL CONSTRAINT toolsets_visibility CHECK (visibility IN ('organisation', 'private')),
  -- json, so that presets keep the order in which they were given.
  tools json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX toolsets_organisation_id_name_key ON toolsets (organisation_id, name);

CREATE TRIGGER toolsets_inserted AFTER INSERT ON toolsets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('toolset', 'id');
CREATE TRIGGER toolsets_updated AFTER UPDATE ON toolsets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('toolset', 'id');
CREATE TRIGGER toolsets_deleted AFTER DELETE ON toolsets REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('toolset', 'id');
