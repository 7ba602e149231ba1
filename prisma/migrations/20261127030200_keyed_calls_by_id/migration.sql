-- A call under a key is found under its id from the moment its key is claimed, also when its server has died.
CREATE INDEX idempotency_keys_invocation_id_idx ON idempotency_keys (invocation_id);
