-- What a version's status was last changed for: told to whoever reads the entry, and to the rules that change it next.

ALTER TABLE tool_versions
  ADD COLUMN status_reason text,
  ADD COLUMN status_changed_at timestamptz(3),
  ADD COLUMN status_heeds text,
  ADD COLUMN status_told text,
  ADD CONSTRAINT tool_versions_status_change_is_whole CHECK (
    (status_reason IS NULL) = (status_changed_at IS NULL)
    AND (status_changed_at IS NOT NULL OR num_nonnulls(status_heeds, status_told) = 0)
  );
