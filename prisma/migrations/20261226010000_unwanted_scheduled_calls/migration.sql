-- Whether the caller of a scheduled call asked for its cancellation after it was begun; the replica that makes it looks.
ALTER TABLE scheduled_calls ADD COLUMN is_unwanted boolean NOT NULL DEFAULT false;
