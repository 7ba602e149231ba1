import { canonicalJson, digestText } from './digest.js';

/** The fields of an audit record that its hash covers. */
export interface ChainedRecord {
  readonly chain: string;
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly organisationId: string | null;
  readonly principalId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** `previous` of a chain's first record. */
export const chainStart = (chain: string): string => digestText(`assay audit chain ${chain}`);

/** SHA-256 over the previous record's hash and this record's canonical JSON. */
export const linkHash = (previous: string, record: ChainedRecord): string =>
  digestText(
    `${previous}\n${canonicalJson({
      action: record.action,
      at: record.at,
      chain: record.chain,
      details: record.details,
      organisationId: record.organisationId,
      principalId: record.principalId,
      sequence: record.sequence,
      subject: record.subject,
    })}`,
  );
