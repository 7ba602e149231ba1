-- Telling people: notifications in the application, webhooks and their deliveries; and whom to tell: pins and callers.

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  details json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  read_at timestamptz(3)
);
-- What makes a repeated send harmless.
CREATE UNIQUE INDEX notifications_key_principal_id_key ON notifications (key, principal_id);
CREATE INDEX notifications_principal_id_created_at_id_idx ON notifications (principal_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (principal_id, created_at DESC, id DESC) WHERE read_at IS NULL;
CREATE INDEX notifications_old ON notifications (created_at) WHERE read_at IS NOT NULL;

CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  url text NOT NULL,
  kinds text[] NOT NULL,
  description text,
  secret text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  updated_at timestamptz(3) NOT NULL,
  failing_since timestamptz(3),
  last_error text,
  last_delivered_at timestamptz(3)
);
CREATE INDEX webhooks_organisation_id_idx ON webhooks (organisation_id);

-- One row a message and webhook. `attempts` counts those begun, and is what a claim is recognised by when it settles.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE ON UPDATE CASCADE,
  key text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CONSTRAINT webhook_deliveries_state CHECK (state IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL,
  next_attempt_at timestamptz(3),
  claimed_until timestamptz(3),
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text,
  created_at timestamptz(3) NOT NULL,
  delivered_at timestamptz(3),
  CONSTRAINT webhook_deliveries_pending_is_due CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_delivered_when CHECK ((state = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE UNIQUE INDEX webhook_deliveries_webhook_id_key_key ON webhook_deliveries (webhook_id, key);
CREATE INDEX webhook_deliveries_webhook_id_created_at_id_idx ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (webhook_id, created_at DESC, id DESC) WHERE state = 'dead';
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (delivered_at) WHERE state = 'delivered';

-- "I depend on this." Follows a tool that is renamed.
CREATE TABLE pins (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  namespace text NOT NULL,
  tool text NOT NULL,
  range text NOT NULL,
  note text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (principal_id, namespace, tool),
  FOREIGN KEY (namespace, tool) REFERENCES tools (namespace, name) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX pins_namespace_tool_idx ON pins (namespace, tool);

-- Who called a version, and on which day last (its midnight in UTC).
CREATE TABLE version_callers (
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  last_day timestamptz(3) NOT NULL,
  PRIMARY KEY (version_id, principal_id)
);
CREATE INDEX version_callers_principal_id_idx ON version_callers (principal_id);
CREATE INDEX version_callers_last_day_idx ON version_callers (last_day);
