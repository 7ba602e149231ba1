-- Processes of the server on this database, with when each was seen last.
CREATE TABLE replicas (
  id uuid NOT NULL,
  organisation_id uuid,
  name text,
  version text NOT NULL,
  node text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  stopped_at timestamptz(3),
  CONSTRAINT replicas_pkey PRIMARY KEY (id)
);
