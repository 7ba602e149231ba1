-- What a list of calls shows of each, beside its envelope; null where a record is no call, such as a dry run.
ALTER TABLE invocations
  ADD COLUMN tool text,
  ADD COLUMN version text,
  ADD COLUMN status text,
  ADD COLUMN session text,
  ADD COLUMN started_at timestamptz(3),
  -- Of a scheduled call: when it is made.
  ADD COLUMN not_before timestamptz(3),
  ADD COLUMN ms double precision,
  ADD COLUMN code text,
  ADD COLUMN cost_usd double precision,
  ADD COLUMN is_cached boolean;

-- Calls recorded before: what their envelopes say. What they cost and their sessions are not known any more.
UPDATE invocations SET
  tool = body->>'tool',
  version = body->>'version',
  status = body->>'status',
  code = body->'error'->>'code',
  started_at = coalesce((body->'provenance'->>'at')::timestamptz, at)
WHERE json_typeof(body) = 'object' AND body->>'status' IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM audit_records AS record
    WHERE record.chain = invocations.chain AND record.sequence = invocations.sequence AND record.at = invocations.at
      AND record.action = 'tool.dry-run');

CREATE INDEX invocations_principal_id_at_idx ON invocations (principal_id, at DESC);
CREATE INDEX invocations_principal_id_tool_at_idx ON invocations (principal_id, tool, at DESC);
CREATE INDEX invocations_organisation_id_tool_at_idx ON invocations (organisation_id, tool, at DESC);
-- Most calls succeed: those that did not are found without reading the others.
CREATE INDEX invocations_principal_id_status_at_idx ON invocations (principal_id, status, at DESC)
  WHERE status <> 'succeeded';
CREATE INDEX invocations_organisation_id_status_at_idx ON invocations (organisation_id, status, at DESC)
  WHERE status <> 'succeeded';
CREATE INDEX invocations_session_idx ON invocations (organisation_id, session, at DESC) WHERE session IS NOT NULL;
