-- Pages of the order of trust begin behind a (key, id), which one comparison of rows finds in an index whose columns
-- both go the same way; it is read backwards. With mixed ways all versions of one key would be looked through.
DROP INDEX tool_versions_trust_key_id_idx;
CREATE INDEX tool_versions_trust_key_id_idx ON tool_versions (trust_key, id);

-- The formula that trust was last worked out by, as a digest of its weights and other numbers. A start with another one
-- makes every version due.
CREATE TABLE trust_formula (
  one boolean PRIMARY KEY DEFAULT true CONSTRAINT trust_formula_is_one CHECK (one),
  -- Null: the formula is the installation's.
  organisation_id uuid,
  digest text NOT NULL
);
