import type { ErrorCode, InvocationStatus, Receipt } from '@assay/contracts';

/** What a list of calls shows of one. Times in ms since the epoch. */
export interface CallSummary {
  /** `ns/tool`, or what was asked for. */
  readonly tool: string;
  readonly version: string | null;
  readonly status: InvocationStatus;
  readonly session: string | null;
  readonly startedAt: number;
  /** Of a scheduled call: when it is made. */
  readonly notBefore: number | null;
  readonly ms: number | null;
  readonly code: ErrorCode | null;
  /** As its tool declares it; 0 for a call that did not reach its tool. */
  readonly costUsd: number | null;
  readonly isCached: boolean;
}

/** What the dashboard counts of a call beside its summary. */
export interface CallMeasures {
  /** Of the hierarchy; 1 is the primary tool, 0 when none was tried. */
  readonly level: number;
  /** That the result takes in a context: counted when the call asked for it, otherwise estimated. */
  readonly tokens: number;
}

/** What a principal did; the log adds time, position in the chain and hash. */
export interface AuditDraft {
  readonly organisationId: string | null;
  readonly principalId: string | null;
  /** Dotted verb, such as `tool.publish` or `tool.call`. */
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** A call's envelope, stored beside the record; the text is requested when the group is written. */
  readonly invocation?: {
    readonly id: string;
    readonly body: () => string;
    /** Absent where it is no call, such as a dry run. */
    readonly summary?: CallSummary;
    /** Requested with the body. */
    readonly measures?: () => CallMeasures;
  };
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
