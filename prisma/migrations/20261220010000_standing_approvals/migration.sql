-- People's consent in advance to a number of calls of one tool by one caller, within bounds on the arguments.
CREATE TABLE standing_approvals (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  tool text NOT NULL,
  max_calls integer NOT NULL,
  used integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  bounds jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL,
  revoked_at timestamptz(3),
  -- However many replicas spend it, it never covers more calls than people agreed to.
  CONSTRAINT standing_approvals_used_within_count CHECK (used >= 0 AND used <= max_calls)
);
CREATE INDEX standing_approvals_principal_id_tool_idx ON standing_approvals (principal_id, tool);
CREATE INDEX standing_approvals_organisation_id_idx ON standing_approvals (organisation_id);
