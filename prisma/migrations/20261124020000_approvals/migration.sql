-- Calls that wait for a person: what exactly would run, who may say so, and until when.
CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  -- The caller's organisation, whose people decide.
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  invocation_id uuid NOT NULL,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The API key it was called with; null for a token.
  api_key_id uuid,
  idempotency_key text,
  tool text NOT NULL,
  version text NOT NULL,
  version_id uuid NOT NULL,
  level integer NOT NULL,
  arguments_digest text NOT NULL,
  -- Of the policies that asked for it.
  policy_digest text NOT NULL,
  policies jsonb NOT NULL,
  why text NOT NULL,
  marks jsonb NOT NULL,
  -- The call with its arguments, sealed; null once it has been forgotten.
  sealed text,
  -- How many different users have to agree.
  needed integer NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  closed_at timestamptz(3),
  -- How the call ended, and when that was written.
  outcome text,
  settled_at timestamptz(3),
  CONSTRAINT approvals_state_is_known CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'cancelled')),
  CONSTRAINT approvals_close_is_whole CHECK ((state = 'pending') = (closed_at IS NULL)),
  CONSTRAINT approvals_settled_is_whole CHECK ((outcome IS NULL) = (settled_at IS NULL))
);
CREATE INDEX approvals_organisation_id_id_idx ON approvals (organisation_id, id DESC);
CREATE INDEX approvals_principal_id_idx ON approvals (principal_id);
CREATE INDEX approvals_invocation_id_idx ON approvals (invocation_id);
-- One call a key waits at a time.
CREATE UNIQUE INDEX approvals_pending_key_idx ON approvals (principal_id, idempotency_key)
  WHERE state = 'pending' AND idempotency_key IS NOT NULL;
CREATE INDEX approvals_due_idx ON approvals (expires_at) WHERE state = 'pending';
CREATE INDEX approvals_unsettled_idx ON approvals (closed_at) WHERE settled_at IS NULL AND state <> 'pending';
CREATE INDEX approvals_kept_idx ON approvals (settled_at) WHERE sealed IS NOT NULL AND settled_at IS NOT NULL;

-- What each user said.
CREATE TABLE approval_decisions (
  approval_id uuid NOT NULL REFERENCES approvals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  decision text NOT NULL,
  reason text,
  decided_at timestamptz(3) NOT NULL,
  PRIMARY KEY (approval_id, principal_id),
  CONSTRAINT approval_decisions_decision_is_known CHECK (decision IN ('approve', 'deny'))
);
CREATE INDEX approval_decisions_organisation_id_idx ON approval_decisions (organisation_id);
CREATE INDEX approval_decisions_principal_id_idx ON approval_decisions (principal_id);

-- How an organisation decides.
CREATE TABLE approval_settings (
  organisation_id uuid PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Two different users have to agree.
  four_eyes boolean NOT NULL,
  -- A user may decide on calls made with another key of its own.
  own_user_decides boolean NOT NULL,
  set_at timestamptz(3) NOT NULL,
  set_by uuid
);

-- Replicas that carry out durable runs, each as long as its lease lasts.
CREATE TABLE run_executors (
  id text PRIMARY KEY,
  -- Null: replicas are the installation's own.
  organisation_id uuid,
  lease_until timestamptz(3) NOT NULL,
  -- The replica that takes over what this one left.
  taken_by text
);
