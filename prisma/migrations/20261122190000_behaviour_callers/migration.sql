-- What each of the first callers of a day has met: `{"<principal>": [calls, errors]}`. Days counted before are of no use for it.
DELETE FROM behaviour_days;
ALTER TABLE behaviour_days DROP COLUMN callers, ADD COLUMN met json NOT NULL;
