-- Recurring jobs are turns in the queue's own schema; each has its first one at the next start.
DROP TABLE jobs;
