-- Runs of compositions: what was asked for, who carries it out, and how it ended.
CREATE TABLE composition_runs (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The API key it was begun with; null for a token.
  api_key_id uuid,
  idempotency_key text,
  digest text NOT NULL,
  notation text NOT NULL,
  status text NOT NULL CONSTRAINT composition_runs_status_is_known CHECK (
    status IN ('running', 'awaiting_approval', 'succeeded', 'partial', 'failed', 'cancelled')
  ),
  trace_id text NOT NULL,
  -- Encrypted; opens under its own id only. Null once it has ended.
  work text,
  -- How it ended, encrypted; null until then.
  view text,
  -- The process that carries it out, and until when it is taken to live.
  holder uuid,
  lease_until timestamptz(3),
  is_cancelled boolean NOT NULL DEFAULT false,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT composition_runs_end_once CHECK (
    (ended_at IS NULL) = (view IS NULL) AND (ended_at IS NULL) = (status IN ('running', 'awaiting_approval'))
  )
);
CREATE UNIQUE INDEX composition_runs_principal_id_idempotency_key_key ON composition_runs (principal_id, idempotency_key);
CREATE INDEX composition_runs_principal_id_started_at_id_idx ON composition_runs (principal_id, started_at DESC, id DESC);
CREATE INDEX composition_runs_open_idx ON composition_runs (lease_until) WHERE ended_at IS NULL;
CREATE INDEX composition_runs_ended_at_idx ON composition_runs (ended_at);
CREATE INDEX composition_runs_organisation_id_idx ON composition_runs (organisation_id);

-- Steps of runs that have not ended, as they need not be done again.
CREATE TABLE composition_steps (
  run_id uuid NOT NULL REFERENCES composition_runs (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Of where in the run it stands.
  place_digest text NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Encrypted; opens under its run's id only.
  sealed text NOT NULL,
  PRIMARY KEY (run_id, place_digest)
);
CREATE INDEX composition_steps_organisation_id_idx ON composition_steps (organisation_id);
