-- Which calls are made under which keys. A key belongs to one caller; its row is the claim, and later the result.
CREATE TABLE idempotency_keys (
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Of tool reference and arguments.
  request_digest text NOT NULL,
  invocation_id uuid NOT NULL,
  -- The process that makes the call; null when none does.
  holder uuid,
  -- Goes up with every claim, so that a former holder is refused.
  fence bigint NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- What may have been reached, and by which call. Written before the call leaves.
  reached_by uuid,
  reached_version_id uuid,
  reached_tool text,
  reached_version text,
  reached_repeatable boolean,
  -- The final answer: envelope and failure.
  result json,
  -- Nobody knows whether the call had its effect.
  unknown boolean NOT NULL DEFAULT false,
  -- Somebody was told of that.
  told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (principal_id, key),
  CONSTRAINT idempotency_keys_reach_is_whole CHECK (
    (reached_by IS NULL) = (reached_version_id IS NULL) AND (reached_by IS NULL) = (reached_tool IS NULL)
    AND (reached_by IS NULL) = (reached_version IS NULL) AND (reached_by IS NULL) = (reached_repeatable IS NULL)
  )
);
CREATE INDEX idempotency_keys_organisation_id_idx ON idempotency_keys (organisation_id);
CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys (expires_at);
CREATE INDEX idempotency_keys_open_idx ON idempotency_keys (claimed_at) WHERE result IS NULL AND reached_by IS NOT NULL AND NOT told;
CREATE INDEX idempotency_keys_untold_idx ON idempotency_keys (claimed_at) WHERE unknown AND NOT told AND result IS NOT NULL;

-- Processes that hold claims, each as long as its lease lasts.
CREATE TABLE idempotency_holders (
  id uuid PRIMARY KEY,
  -- Null: processes are the installation's own.
  organisation_id uuid,
  -- Where it runs: one process at a time, so that a new one ends the leases of those before it.
  place text,
  lease_until timestamptz(3) NOT NULL
);
