-- Vectors of texts, by the model that made them and the text's digest. Equal texts are embedded once, whoever wrote them;
-- `organisation_id` is whose text came first.

CREATE TABLE embeddings (
  model text NOT NULL,
  digest text NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- A signed byte a dimension; only the direction counts.
  vector bytea NOT NULL CONSTRAINT embeddings_vector_is_some CHECK (length(vector) > 0),
  characters integer NOT NULL,
  embedded_at timestamptz(3) NOT NULL,
  PRIMARY KEY (model, digest)
);
CREATE INDEX embeddings_digest_idx ON embeddings (digest);
CREATE INDEX embeddings_embedded_at_idx ON embeddings (embedded_at);
CREATE INDEX embeddings_organisation_id_idx ON embeddings (organisation_id);

-- Every replica's index is told; it asks for the vectors it needs.
CREATE TRIGGER embeddings_inserted AFTER INSERT ON embeddings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('embedding', 'digest');
CREATE TRIGGER embeddings_updated AFTER UPDATE ON embeddings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('embedding', 'digest');
CREATE TRIGGER embeddings_deleted AFTER DELETE ON embeddings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assay_record_change('embedding', 'digest');
