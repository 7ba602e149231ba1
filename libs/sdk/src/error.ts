import type { Envelope, ErrorCode, Issue, Problem } from '@assay/contracts';

/**
 * What can go wrong on this side of the wire. A server never sends these:
 * `unreachable` no answer came, `timed_out` none came in time, `aborted` the caller's signal fired,
 * `unexpected_answer` whatever answered is not Assay, `invalid_option` the client was given something unusable.
 */
export type LocalErrorCode = 'unreachable' | 'timed_out' | 'aborted' | 'unexpected_answer' | 'invalid_option';

/** Codes whose failure may pass by itself; the error table of the contracts says the same (a test compares them). */
const retryableCodes: ReadonlySet<string> = new Set<ErrorCode | LocalErrorCode>([
  'rate_limited',
  'upstream_unavailable',
  'circuit_open',
  'nothing_available',
  'unavailable',
  'ask_expired',
  'deadline_exceeded',
  'request_stalled',
  'unreachable',
]);

interface AssayErrorParts {
  readonly code: ErrorCode | LocalErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly envelope?: Envelope | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of this client: an answer of the server that is an error, or no usable answer at all. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: ErrorCode | LocalErrorCode;
  /** HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The problem document as the server sent it, with its further members. */
  readonly problem: Problem | undefined;
  /** Every single thing that was wrong with the request, each with a JSON pointer; empty when there is no such list. */
  readonly errors: readonly Issue[];
  /** How long to wait before asking again, in ms, when the server said. */
  readonly retryAfterMs: number | undefined;
  /** The failed call itself, for errors of `invoke`. */
  readonly envelope: Envelope | undefined;

  constructor(parts: AssayErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = parts.code;
    this.status = parts.status;
    this.problem = parts.problem;
    this.errors = parts.problem?.errors ?? [];
    this.retryAfterMs = parts.retryAfterMs;
    this.envelope = parts.envelope;
  }

  /** Whether the same request may succeed later; a call that may have had an effect is for its caller to judge. */
  get retryable(): boolean {
    return this.envelope?.error?.retryable ?? retryableCodes.has(this.code);
  }
}
