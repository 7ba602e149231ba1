-- Timestamps by which domains were proven, for as long as they would be good: each counts once, whichever replica is asked.
CREATE TABLE domain_proofs (
  domain text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Null: a proof comes before whose the domain is.
  organisation_id uuid,
  good_until timestamptz(3) NOT NULL,
  PRIMARY KEY (domain, at)
);
CREATE INDEX domain_proofs_good_until_idx ON domain_proofs (good_until);
