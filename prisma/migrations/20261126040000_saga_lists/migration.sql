-- Those of an organisation in one state: the ones that wait for people are few among many that have ended.
CREATE INDEX sagas_organisation_id_state_id_idx ON sagas (organisation_id, state, id DESC);
-- How many of a caller's have not ended.
CREATE INDEX sagas_open_idx ON sagas (principal_id) WHERE ended_at IS NULL;
