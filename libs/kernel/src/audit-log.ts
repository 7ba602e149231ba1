import type { Receipt } from '@assay/contracts';

/** What a principal did; the log adds time, position in the chain and hash. */
export interface AuditDraft {
  readonly organisationId: string | null;
  readonly principalId: string | null;
  /** Dotted verb, such as `tool.publish` or `tool.call`. */
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** A call's envelope, stored beside the record; the text is requested when the group is written. */
  readonly invocation?: { readonly id: string; readonly body: () => string };
}

export interface Appended {
  readonly receipt: Receipt;
  /** Resolves when the record is durable; rejects when it cannot be written. */
  readonly settled: Promise<void>;
}

/**
 * One hash chain per replica and start. `append` links the record in memory immediately and writes in groups: a record
 * whose `settled` is not awaited is durable within `flushWithinMs`.
 */
export interface AuditLog {
  append(draft: AuditDraft): Appended;
  /** Resolves when everything appended so far is durable. Rejects when a write attempt fails; the write is retried. */
  flush(): Promise<void>;
  /** Whether the last write failed: a record awaited now waits until the database recovers. */
  readonly isFailing: boolean;
  /** Records linked but not yet durable. */
  readonly backlog: number;
}
