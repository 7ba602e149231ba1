-- Runs that ended without having done everything keep their work and their steps for as long as their steps' keys last,
-- so that they can be resumed.
CREATE INDEX composition_runs_resumable_idx ON composition_runs (started_at) WHERE ended_at IS NOT NULL AND work IS NOT NULL;
