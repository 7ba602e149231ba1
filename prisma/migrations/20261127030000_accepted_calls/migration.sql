-- Calls that were accepted and answered with 202 before they ended. A row is there from before the answer until the call's
-- record is durable. What a dead process leaves behind is settled by another, or by the same one after its start.
CREATE TABLE accepted_calls (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Tool or capability, as it was asked for.
  asked_for text NOT NULL,
  key text,
  -- The process that makes the call; see idempotency_holders.
  holder uuid NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  -- What may have been reached, with an effect. Written before the call leaves.
  reached_tool text,
  reached_version text,
  -- Somebody wants it to be cancelled.
  is_unwanted boolean NOT NULL DEFAULT false,
  -- Its process died, and another one settles it: nobody makes it any more.
  is_lost boolean NOT NULL DEFAULT false,
  CONSTRAINT accepted_calls_reach_is_whole CHECK ((reached_tool IS NULL) = (reached_version IS NULL))
);
CREATE INDEX accepted_calls_organisation_id_idx ON accepted_calls (organisation_id);
CREATE INDEX accepted_calls_principal_id_idx ON accepted_calls (principal_id);
CREATE INDEX accepted_calls_holder_idx ON accepted_calls (holder);
