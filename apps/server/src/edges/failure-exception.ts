import type { Failure, Result } from '@assay/kernel';

/** Carries a Failure through the framework to the one place that answers with it. */
export class FailureException extends Error {
  readonly failure: Failure;
  /** Members beside the problem's own, such as a call's envelope. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(failure: Failure, members: Readonly<Record<string, unknown>> = {}) {
    super(failure.message);
    this.failure = failure;
    this.members = members;
  }
}

/** The value of a Result, or its failure thrown to the edge. */
export function unwrap<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  throw new FailureException(result.error);
}
