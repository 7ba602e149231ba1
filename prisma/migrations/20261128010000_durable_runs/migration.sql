-- The journal of durable runs: sagas, approvals, accepted calls and calls of compositions that wait. A row is there from a run's beginning
-- to its end; what a run is about is in rows of its own kind, under the same id.
CREATE TABLE durable_runs (
  kind text NOT NULL,
  id text NOT NULL,
  -- Null: a row names its run and says nothing else.
  organisation_id uuid,
  -- The process that executes it; see idempotency_holders. Null while it waits or is due.
  holder uuid,
  -- Goes up each time it is taken up, so that a former execution is refused.
  epoch bigint NOT NULL DEFAULT 0,
  -- When it is executed next.
  wake_at timestamptz(3) NOT NULL,
  -- Goes up with each wake: one that comes during an execution is not lost.
  wakes bigint NOT NULL DEFAULT 1,
  -- Names whose signal wakes it.
  waits_for text[] NOT NULL DEFAULT '{}',
  -- How often in a row its execution failed.
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, id)
);
CREATE INDEX durable_runs_due_idx ON durable_runs (wake_at) WHERE holder IS NULL;
CREATE INDEX durable_runs_held_idx ON durable_runs (holder) WHERE holder IS NOT NULL;
CREATE INDEX durable_runs_waiting_idx ON durable_runs USING gin (waits_for) WHERE waits_for <> '{}';

-- What the former engine carried goes on from its own rows: each run reads there what is left to do.
INSERT INTO durable_runs (kind, id, wake_at)
  SELECT 'saga', id::text, now() FROM sagas WHERE state IN ('PENDING', 'RUNNING', 'COMPENSATING');
INSERT INTO durable_runs (kind, id, wake_at)
  SELECT 'approval', id::text, CASE WHEN state = 'pending' THEN expires_at ELSE now() END
  FROM approvals WHERE settled_at IS NULL;
INSERT INTO durable_runs (kind, id, wake_at) SELECT 'suspended-call', invocation_id::text, now() FROM left_calls;
INSERT INTO durable_runs (kind, id, wake_at) SELECT 'accepted-call', id::text, now() FROM accepted_calls;

DROP TABLE run_executors;
DROP SCHEMA IF EXISTS dbos CASCADE;
