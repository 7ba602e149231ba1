import type { KeptLink } from '@assay/kernel';

export interface RecordRow {
  readonly chain: string;
  readonly sequence: string;
  readonly at: string;
  readonly organisation_id: string | null;
  readonly principal_id: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
  readonly previous: string;
  readonly hash: string;
}

/** Columns of a record; times as milliseconds. */
export const recordColumns = `chain, sequence, (extract(epoch FROM at) * 1000)::bigint AS at, organisation_id,
  principal_id, action, subject, details, previous, hash`;

export const toKeptRecord = (row: RecordRow): KeptLink => ({
  chain: row.chain,
  sequence: Number(row.sequence),
  at: Number(row.at),
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  action: row.action,
  subject: row.subject,
  details: row.details,
  previous: row.previous,
  hash: row.hash,
});
