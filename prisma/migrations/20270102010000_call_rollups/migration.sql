-- Which level of a hierarchy answered, and how many tokens the result takes. Older calls have neither.
ALTER TABLE invocations
  ADD COLUMN level integer,
  ADD COLUMN tokens bigint;
-- Calls of one chain in the order in which they were recorded.
CREATE INDEX invocations_chain_sequence_idx ON invocations (chain, sequence);

-- Finished calls by minute, hour and day (grain: seconds), caller and tool. Counts by name are objects.
CREATE TABLE call_rollups (
  grain integer NOT NULL,
  start timestamptz(3) NOT NULL,
  organisation_id uuid NOT NULL,
  principal_id uuid NOT NULL,
  -- ns/tool as it was recorded; empty when no tool was found.
  tool text NOT NULL,
  calls bigint NOT NULL,
  failures bigint NOT NULL,
  cached bigint NOT NULL,
  tokens bigint NOT NULL,
  cost_usd numeric NOT NULL,
  statuses jsonb NOT NULL,
  codes jsonb NOT NULL,
  levels jsonb NOT NULL,
  -- Wall time by bin of a sketch.
  bins jsonb NOT NULL,
  CONSTRAINT call_rollups_pkey PRIMARY KEY (grain, organisation_id, start, principal_id, tool)
);
CREATE INDEX call_rollups_grain_start_idx ON call_rollups (grain, start);
CREATE INDEX call_rollups_grain_tool_start_idx ON call_rollups (grain, tool, start);

-- How far the calls of each chain have been added to the rollups.
CREATE TABLE call_rollup_cursors (
  chain text NOT NULL,
  organisation_id uuid,
  sequence bigint NOT NULL,
  CONSTRAINT call_rollup_cursors_pkey PRIMARY KEY (chain)
);
-- Calls that are there already are added in the background, chain by chain.
INSERT INTO call_rollup_cursors (chain, sequence) SELECT DISTINCT chain, 0 FROM invocations;
