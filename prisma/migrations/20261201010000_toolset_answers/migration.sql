-- How a toolset answers: the most tokens of a response, and which of the gateway's own tools it lists beside its own.

ALTER TABLE toolsets
  ADD COLUMN response_tokens integer,
  ADD COLUMN enables text[] NOT NULL DEFAULT '{}';
