-- Which of its calls an organisation records. Nothing is recorded without a row here.
CREATE TABLE recordings (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  tool text NOT NULL,
  keep integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organisation_id, tool)
);

CREATE TABLE recorded_calls (
  invocation_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  tool text NOT NULL,
  -- Encrypted arguments; they open in the context of their invocation only.
  sealed text NOT NULL,
  at timestamptz(3) NOT NULL,
  FOREIGN KEY (organisation_id, tool) REFERENCES recordings (organisation_id, tool) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX recorded_calls_organisation_id_tool_at_idx ON recorded_calls (organisation_id, tool, at DESC);
CREATE INDEX recorded_calls_principal_id_idx ON recorded_calls (principal_id);
CREATE INDEX recorded_calls_at_idx ON recorded_calls (at);

-- Examples of a version beside those of its manifest, which does not change.
CREATE TABLE saved_examples (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  -- The members input and, where it was kept, output.
  body json NOT NULL,
  match text NOT NULL,
  verifies boolean NOT NULL,
  masked text[] NOT NULL,
  invocation_id uuid NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX saved_examples_version_id_organisation_id_name_key
  ON saved_examples (version_id, organisation_id, name);
CREATE INDEX saved_examples_organisation_id_idx ON saved_examples (organisation_id);

CREATE TABLE evaluations (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Everything that does not change while it runs.
  request jsonb NOT NULL,
  -- Which calls it replays; null until they are chosen.
  chosen jsonb,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  problem text
);
CREATE INDEX evaluations_organisation_id_idx ON evaluations (organisation_id);
CREATE INDEX evaluations_principal_id_idx ON evaluations (principal_id);
CREATE INDEX evaluations_started_at_idx ON evaluations (started_at) WHERE ended_at IS NULL;
CREATE INDEX evaluations_ended_at_idx ON evaluations (ended_at);

CREATE TABLE evaluation_cases (
  evaluation_id uuid NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  at integer NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  body json NOT NULL,
  PRIMARY KEY (evaluation_id, at)
);
CREATE INDEX evaluation_cases_organisation_id_idx ON evaluation_cases (organisation_id);

-- Shadows and canaries of toolsets and hierarchies that had calls. An epoch ends when a canary is enabled again.
CREATE TABLE candidates (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  epoch integer NOT NULL,
  since timestamptz(3) NOT NULL,
  rolled_back_at timestamptz(3),
  reason text
);
CREATE INDEX candidates_organisation_id_idx ON candidates (organisation_id);

CREATE TABLE candidate_counts (
  candidate_id uuid NOT NULL REFERENCES candidates (id) ON DELETE CASCADE ON UPDATE CASCADE,
  epoch integer NOT NULL,
  hour timestamptz(3) NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  calls integer NOT NULL,
  failures integer NOT NULL,
  ms double precision NOT NULL,
  primary_calls integer NOT NULL,
  primary_failures integer NOT NULL,
  primary_ms double precision NOT NULL,
  same integer NOT NULL,
  within_tolerance integer NOT NULL,
  different integer NOT NULL,
  left_out integer NOT NULL,
  PRIMARY KEY (candidate_id, epoch, hour)
);
CREATE INDEX candidate_counts_organisation_id_idx ON candidate_counts (organisation_id);
CREATE INDEX candidate_counts_hour_idx ON candidate_counts (hour);
