-- Steps with a way back: what was asked for, how far it has come, and what has to be undone.
CREATE TABLE sagas (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  idempotency_key text,
  state text NOT NULL,
  -- Goes up with each write: a write on an older one is refused.
  revision integer NOT NULL,
  -- How many events there are.
  events integer NOT NULL DEFAULT 0,
  -- Everything else of it, without what steps are given and give.
  document jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT sagas_state_is_known CHECK (
    state IN ('PENDING', 'RUNNING', 'COMPENSATING', 'COMPLETED', 'FAILED', 'COMPENSATION_FAILED')
  ),
  CONSTRAINT sagas_end_is_whole CHECK ((state IN ('COMPLETED', 'FAILED')) = (ended_at IS NOT NULL))
);
CREATE INDEX sagas_organisation_id_id_idx ON sagas (organisation_id, id DESC);
CREATE INDEX sagas_principal_id_id_idx ON sagas (principal_id, id DESC);
-- The same key begins one saga.
CREATE UNIQUE INDEX sagas_key_idx ON sagas (principal_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX sagas_moving_idx ON sagas (updated_at) WHERE state IN ('PENDING', 'RUNNING', 'COMPENSATING');
CREATE INDEX sagas_ended_idx ON sagas (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE saga_steps (
  saga_id uuid NOT NULL REFERENCES sagas (id) ON DELETE CASCADE ON UPDATE CASCADE,
  position integer NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  document jsonb NOT NULL,
  -- Arguments, input and output; null once they have been forgotten.
  sealed text,
  PRIMARY KEY (saga_id, position)
);
CREATE INDEX saga_steps_organisation_id_idx ON saga_steps (organisation_id);

-- What happened to a saga, in order.
CREATE TABLE saga_events (
  saga_id uuid NOT NULL REFERENCES sagas (id) ON DELETE CASCADE ON UPDATE CASCADE,
  number integer NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  at timestamptz(3) NOT NULL,
  kind text NOT NULL,
  step text,
  status text NOT NULL,
  message text,
  PRIMARY KEY (saga_id, number)
);
CREATE INDEX saga_events_organisation_id_idx ON saga_events (organisation_id);
