-- Of all steps there ever were, the ones that hold something to be forgotten still.
CREATE INDEX saga_steps_sealed_idx ON saga_steps (saga_id) WHERE sealed IS NOT NULL;
