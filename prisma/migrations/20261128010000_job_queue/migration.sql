-- Recurring jobs are turns in the queue's own schema; each has its first one at the next start.
DROP TABLE jobs;

-- Which replica makes an attempt is the queue's; a sweep queues what is due and not in the queue, so that deliveries that
-- wait now go on. An attempt without an outcome is due again when it counts as lost.
ALTER TABLE webhook_deliveries DROP COLUMN claimed_until;
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id) WHERE state = 'pending';

-- A sweep queues verifications that have not ended, so that those that run or wait now are carried out.
ALTER TABLE verifications DROP COLUMN lease_until;
CREATE INDEX verifications_unfinished ON verifications (started_at) WHERE ended_at IS NULL;

-- The queue gives a mirror to one replica at a time; a walk that was broken off is due.
ALTER TABLE mirrors DROP COLUMN lease_until;

-- The retention sweep reads by age.
CREATE INDEX verifications_ended ON verifications (ended_at) WHERE ended_at IS NOT NULL;
