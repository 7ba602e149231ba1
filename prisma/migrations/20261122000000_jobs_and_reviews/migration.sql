-- Recurring work: which job is due, and which replica is at it. Jobs are the installation's own, of no organisation.

CREATE TABLE jobs (
  name text PRIMARY KEY,
  organisation_id uuid,
  due_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  holder text NOT NULL
);

-- What waits for a reviewer: publications whose compatibility cannot be told, and names that look like well-known ones.

CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CONSTRAINT reviews_kind CHECK (kind IN ('compatibility', 'look-alike')),
  subject text NOT NULL,
  held json NOT NULL,
  held_digest text NOT NULL,
  findings jsonb NOT NULL,
  submitted_by uuid NOT NULL REFERENCES principals (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  submitted_at timestamptz(3) NOT NULL,
  state text NOT NULL CONSTRAINT reviews_state CHECK (state IN ('open', 'approved', 'refused', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz(3),
  reason text,
  CONSTRAINT reviews_decision_is_whole CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX reviews_organisation_id_id_idx ON reviews (organisation_id, id DESC);
CREATE INDEX reviews_submitted_by_idx ON reviews (submitted_by);
CREATE UNIQUE INDEX reviews_one_open ON reviews (subject) WHERE state = 'open';

-- How many versions a tool has: a publication is checked against the versions its replica knows, and goes in only when
-- there are no others.

ALTER TABLE tools ADD COLUMN version_count integer NOT NULL DEFAULT 0;
UPDATE tools SET version_count = (SELECT count(*) FROM tool_versions v WHERE (v.namespace, v.tool) = (tools.namespace, tools.name));
