-- What was seen in definitions and outputs that looks like abuse.

CREATE TABLE abuse_findings (
  id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  subject text NOT NULL,
  fingerprint text NOT NULL,
  severity text NOT NULL,
  score double precision NOT NULL,
  signs json NOT NULL,
  rule_set integer NOT NULL,
  callers integer,
  state text NOT NULL,
  found_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by uuid,
  reason text,
  CONSTRAINT abuse_findings_decision_is_whole CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (reason IS NULL))
);
CREATE UNIQUE INDEX abuse_findings_version_id_subject_fingerprint_key ON abuse_findings (version_id, subject, fingerprint);
CREATE INDEX abuse_findings_organisation_id_idx ON abuse_findings (organisation_id);

-- With which rules each version's definition was last judged.
CREATE TABLE definition_scans (
  version_id uuid PRIMARY KEY REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  rule_set integer NOT NULL,
  scanned_at timestamptz(3) NOT NULL
);
CREATE INDEX definition_scans_organisation_id_idx ON definition_scans (organisation_id);
CREATE INDEX definition_scans_rule_set_idx ON definition_scans (rule_set);

-- Who met which suspicious text in outputs of a version: the text's digest only.
CREATE TABLE output_sightings (
  version_id uuid NOT NULL REFERENCES tool_versions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  fingerprint text NOT NULL,
  principal_id uuid NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (version_id, fingerprint, principal_id)
);
CREATE INDEX output_sightings_organisation_id_idx ON output_sightings (organisation_id);
CREATE INDEX output_sightings_seen_at_idx ON output_sightings (seen_at);
