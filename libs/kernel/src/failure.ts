import type { ErrorCode, Issue, Outcome, Provenance } from '@assay/contracts';
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
  /** The upstream's own words, where the failure is still to be classified by them. */
  readonly said?: string;
  /**
   * Who is at fault where the code alone does not say it: `tool` when several calls together show that, `nobody` when the
   * upstream could not reach a host that the caller named.
   */
  readonly blame?: 'tool' | 'nobody';
  /** Of a command: what it could reach; `off` or `none` when it ran without isolation. */
  readonly isolation?: Provenance['isolation'];
  /** What kind of an upstream's failure it is, where one was classified; see `faultKinds`. */
  readonly fault?: string;
  /** The upstream's text names an argument, a permission or an earlier step: it never shows that the tool is at fault. */
  readonly namesRequest?: boolean;
}

/** A failed Result with a Failure. */
export const fail = (code: ErrorCode, message: string, more: Omit<Failure, 'code' | 'message'> = {}) =>
  err<Failure>({ code, message, ...more });
