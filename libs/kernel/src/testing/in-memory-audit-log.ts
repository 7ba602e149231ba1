import type { Appended, AuditDraft, AuditLog } from '../audit-log.js';
import { type ChainedRecord, chainStart, linkHash } from '../hash-chain.js';

/** A record with its position in the chain. */
export interface LinkedRecord extends ChainedRecord {
  readonly previous: string;
  readonly hash: string;
}

/** An audit log that is durable immediately and lost with the process. */
export class InMemoryAuditLog implements AuditLog {
  readonly records: LinkedRecord[] = [];
  readonly #bodies = new Map<string, unknown>();
  readonly backlog = 0;
  readonly isFailing = false;

  constructor(
    private readonly now: () => number = () => 0,
    private readonly chain = 'memory/1',
  ) {}

  append(draft: AuditDraft): Appended {
    const { organisationId, principalId, action, subject, details, invocation } = draft;
    const previous = this.records.at(-1)?.hash ?? chainStart(this.chain);
    const sequence = this.records.length + 1;
    const record = {
      chain: this.chain,
      sequence,
      at: this.now(),
      organisationId,
      principalId,
      action,
      subject,
      details,
    };
    const hash = linkHash(previous, record);
    this.records.push({ ...record, previous, hash });
    if (invocation) this.#bodies.set(invocation.id, JSON.parse(invocation.body()));
    return { receipt: { chain: this.chain, sequence, hash }, settled: Promise.resolve() };
  }

  async flush(): Promise<void> {}

  /** The stored envelope of an invocation. */
  bodyOf(invocationId: string): unknown {
    return this.#bodies.get(invocationId);
  }
}
