-- Changes of what people's inboxes show enter the outbox by organisation: one row per statement and organisation, however
-- many people a notice reaches. There is no state to read; who follows an inbox reads its lists again.
CREATE FUNCTION assay_record_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
  INSERT INTO outbox (kind, ref, organisation_id)
  SELECT DISTINCT 'inbox', organisation_id::text, organisation_id FROM changed;
  RETURN NULL;
END $$;

CREATE TRIGGER approvals_opened AFTER INSERT ON approvals
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER approvals_changed AFTER UPDATE ON approvals
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER approval_decisions_made AFTER INSERT ON approval_decisions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER approval_decisions_changed AFTER UPDATE ON approval_decisions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER notifications_sent AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER notifications_changed AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
