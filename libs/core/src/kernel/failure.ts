import type { ErrorCode, Issue, Outcome } from '@assay/contracts';
import { err } from './result.js';

/** Why something expected did not work: a code of the error table, a sentence that says what to do next, and data. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  /** Further members of the problem document, such as `rejected` or `alternatives`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retryAfterMs?: number;
  /** Whether the effect of a failed call may have happened; `none` when absent. */
  readonly outcome?: Outcome;
}

/** A failed Result with a Failure. */
export const fail = (code: ErrorCode, message: string, more: Omit<Failure, 'code' | 'message'> = {}) =>
  err<Failure>({ code, message, ...more });
