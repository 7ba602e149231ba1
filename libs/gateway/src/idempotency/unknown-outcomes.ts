/** A call with effects whose outcome is unknown. */
export interface UnknownOutcome {
  readonly invocationId: string;
  readonly organisationId: string;
  /** The caller. */
  readonly principalId: string;
  /** `ns/tool`. */
  readonly tool: string;
  readonly version: string | null;
  /** The caller's idempotency key, if it gave one. */
  readonly key: string | null;
  /** What happened, a sentence. */
  readonly reason: string;
}

/** Shows unknown outcomes to people. Telling the same one again does no harm. */
export interface UnknownOutcomes {
  report(outcome: UnknownOutcome): Promise<void>;
}
