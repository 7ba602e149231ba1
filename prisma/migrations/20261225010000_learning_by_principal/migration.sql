-- Whose call an outcome was learnt from, so that one principal's share is bounded and can be erased. Older rows have none.
ALTER TABLE learnt_outcomes
  ADD COLUMN principal_id uuid REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX learnt_outcomes_principal_id_idx ON learnt_outcomes (principal_id);
