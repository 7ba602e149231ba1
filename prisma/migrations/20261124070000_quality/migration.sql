-- What callers said of the results of their calls, one verdict a call.
CREATE TABLE invocation_feedback (
  invocation_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  verdict text NOT NULL CHECK (verdict IN ('accepted', 'rejected')),
  reason text,
  -- Whether the call was made with a changed input.
  repaired boolean NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX invocation_feedback_organisation_id_idx ON invocation_feedback (organisation_id);
CREATE INDEX invocation_feedback_principal_id_idx ON invocation_feedback (principal_id);
