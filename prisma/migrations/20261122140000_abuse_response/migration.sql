-- What the registry does about abuse by itself, and how its owners object.

ALTER TABLE revocations
  -- What made the registry revoke by itself: one cause revokes once, whatever becomes of the revocation.
  ADD COLUMN cause text,
  ADD COLUMN appealed_at timestamptz(3),
  ADD COLUMN appealed_by uuid,
  ADD COLUMN appeal_reason text,
  ADD CONSTRAINT revocations_appeal_is_whole CHECK (num_nonnulls(appealed_at, appealed_by, appeal_reason) IN (0, 3));
CREATE UNIQUE INDEX revocations_cause_key ON revocations (cause);

-- Advisories against tools, and what was done about each.
CREATE TABLE security_alerts (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  target text NOT NULL,
  reason text NOT NULL,
  severity text NOT NULL,
  evidence_url text,
  raised_at timestamptz(3) NOT NULL,
  raised_by uuid NOT NULL,
  outcome text NOT NULL,
  settled_at timestamptz(3),
  revocation_id uuid
);
CREATE INDEX security_alerts_organisation_id_idx ON security_alerts (organisation_id);
CREATE INDEX security_alerts_settled_at_idx ON security_alerts (settled_at);

-- How each version behaves, day by day: calls, faults, and a bounded sketch of the shape of what it answers.
CREATE TABLE behaviour_days (
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  day timestamptz(3) NOT NULL,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  calls integer NOT NULL,
  errors integer NOT NULL,
  outputs integer NOT NULL,
  shape json NOT NULL,
  callers uuid[] NOT NULL,
  PRIMARY KEY (version_id, day)
);
CREATE INDEX behaviour_days_organisation_id_idx ON behaviour_days (organisation_id);
CREATE INDEX behaviour_days_day_idx ON behaviour_days (day);

-- An attestation is never deleted either: withdrawing it fills the last three columns.
ALTER TABLE attestations
  ADD COLUMN withdrawn_at timestamptz(3),
  ADD COLUMN withdrawn_by text,
  ADD COLUMN withdrawal_reason text,
  ADD CONSTRAINT attestations_withdrawal_is_whole CHECK (num_nonnulls(withdrawn_at, withdrawn_by, withdrawal_reason) IN (0, 3));
