-- Registries that this one follows, and how far it has come.

CREATE TABLE mirrors (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  url text NOT NULL,
  every_seconds integer NOT NULL CONSTRAINT mirrors_every CHECK (every_seconds >= 60),
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  synced_to text,
  walk jsonb,
  last_success_at timestamptz(3),
  last_attempt_at timestamptz(3),
  next_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  error text,
  skipped integer NOT NULL DEFAULT 0,
  skipped_example text
);
CREATE UNIQUE INDEX mirrors_url_key ON mirrors (url);
CREATE INDEX mirrors_organisation_id_idx ON mirrors (organisation_id);
