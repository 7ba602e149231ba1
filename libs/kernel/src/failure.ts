import type { ErrorCode, Issue, Outcome, Provenance } from '@assay/contracts';
import { err } from './result.js';

/** An expected failure: a code of the error table, a sentence that states the next step, and data. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  /** Further members of the problem document, such as `rejected` or `alternatives`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retryAfterMs?: number;
  /** Whether the effect of a failed call may have happened; `none` when absent. */
  readonly outcome?: Outcome;
  /** The upstream's own message, while the failure still has to be classified by it. */
  readonly said?: string;
  /**
   * The party at fault where the code alone does not decide it: `tool` when several calls together show it, `nobody`
   * when the upstream could not reach a host that the caller named.
   */
  readonly blame?: 'tool' | 'nobody';
  /** For a command: what it had access to; `off` or `none` when it ran without isolation. */
  readonly isolation?: Provenance['isolation'];
  /** The kind of upstream failure, if classified; see `faultKinds`. */
  readonly fault?: string;
  /** The upstream's text names an argument, a permission or an earlier step: it is never evidence against the tool. */
  readonly namesRequest?: boolean;
}

/** A failed Result with a Failure. */
export const fail = (code: ErrorCode, message: string, more: Omit<Failure, 'code' | 'message'> = {}) =>
  err<Failure>({ code, message, ...more });
