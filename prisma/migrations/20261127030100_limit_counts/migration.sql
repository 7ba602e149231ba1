-- What was counted against limits by servers that count without Redis, slice by slice, so that a restart forgives nothing.
CREATE TABLE limit_counts (
  -- Where the server runs that counted; a server has the same place after each start.
  place text NOT NULL,
  key text NOT NULL,
  -- Number of the slice since the epoch: slices are slice_ms long.
  slice bigint NOT NULL,
  slice_ms double precision NOT NULL,
  count bigint NOT NULL,
  -- When it counts no more.
  expires_at timestamptz(3) NOT NULL,
  -- Null: what is counted is the installation's own.
  organisation_id uuid,
  PRIMARY KEY (place, key, slice)
);
CREATE INDEX limit_counts_expires_at_idx ON limit_counts (expires_at);
