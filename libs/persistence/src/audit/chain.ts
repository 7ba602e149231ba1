import type { Receipt } from '@assay/contracts';
import { type AuditDraft, type ChainedRecord, chainStart, linkHash } from '@assay/kernel';

/** A record in its place in the chain, ready to be written. */
export interface LinkedRecord extends ChainedRecord {
  readonly previous: string;
  readonly hash: string;
  /** `details` as JSON, in the form the hash was taken of. */
  readonly detailsText: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * One chain, linked in memory. A record takes its place only once everything that could be wrong with it has been
 * looked at, because a place that is taken and never written would break the chain.
 */
export class Chain {
  private sequence = 0;
  private previous: string;

  constructor(readonly id: string) {
    this.previous = chainStart(id);
  }

  /** Throws on what the database could not keep: an id that is no UUID, or details that are no JSON. */
  link(draft: AuditDraft, at: number): LinkedRecord {
    for (const id of [draft.organisationId, draft.principalId, draft.invocation?.id ?? null]) {
      if (id !== null && !uuid.test(id)) throw new TypeError(`An audit record needs UUIDs; "${id}" is none.`);
    }
    const record = {
      chain: this.id,
      sequence: this.sequence + 1,
      at: Math.trunc(at),
      organisationId: draft.organisationId,
      principalId: draft.principalId,
      action: storable(draft.action),
      subject: storable(draft.subject),
      details: draft.details,
    };
    const { hash, details } = hashed(this.previous, record);
    const linked = { ...record, details, previous: this.previous, hash, detailsText: JSON.stringify(details) };
    this.sequence = record.sequence;
    this.previous = hash;
    return linked;
  }

  receiptOf(record: LinkedRecord): Receipt {
    return { chain: record.chain, sequence: record.sequence, hash: record.hash };
  }
}

/** Text as PostgreSQL keeps it: no NUL, no half of a surrogate pair. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/**
 * Details that canonical JSON rejects (halves of surrogate pairs, infinite numbers) are replaced, and hashed as
 * replaced.
 */
function hashed(previous: string, record: ChainedRecord): Pick<LinkedRecord, 'hash' | 'details'> {
  try {
    return { hash: linkHash(previous, record), details: record.details };
  } catch {
    const details = repair(JSON.parse(JSON.stringify(record.details))) as Record<string, unknown>;
    return { hash: linkHash(previous, { ...record, details }), details };
  }
}

function repair(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(repair);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toWellFormed(), repair(inner)]));
}
