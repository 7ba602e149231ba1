-- Decisions that users handed to other users, one for each user and approval.
CREATE TABLE approval_delegations (
  approval_id uuid NOT NULL REFERENCES approvals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  from_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  to_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  reason text,
  delegated_at timestamptz(3) NOT NULL,
  CONSTRAINT approval_delegations_pkey PRIMARY KEY (approval_id, from_id),
  CONSTRAINT approval_delegations_to_another CHECK (from_id <> to_id)
);
CREATE INDEX approval_delegations_from_id_idx ON approval_delegations (from_id);
CREATE INDEX approval_delegations_to_id_idx ON approval_delegations (to_id);
CREATE INDEX approval_delegations_organisation_id_idx ON approval_delegations (organisation_id);

CREATE TRIGGER approval_delegations_made AFTER INSERT ON approval_delegations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER approval_delegations_changed AFTER UPDATE ON approval_delegations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();
CREATE TRIGGER approval_delegations_taken_back AFTER DELETE ON approval_delegations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assay_record_inbox();

-- Links of messages that were opened: each works once.
CREATE TABLE used_approval_links (
  approval_id uuid NOT NULL REFERENCES approvals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  principal_id uuid NOT NULL REFERENCES principals (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  issued_at timestamptz(3) NOT NULL,
  used_at timestamptz(3) NOT NULL,
  CONSTRAINT used_approval_links_pkey PRIMARY KEY (approval_id, principal_id, issued_at)
);
CREATE INDEX used_approval_links_principal_id_idx ON used_approval_links (principal_id);
CREATE INDEX used_approval_links_organisation_id_idx ON used_approval_links (organisation_id);
