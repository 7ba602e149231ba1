import { errorTable } from '@assay/contracts';
import { backOffMs, type Failure } from '@assay/kernel';

/** SPEC section 12: three retries, 200 ms doubled each time, at most 5 s. */
export interface RetrySettings {
  readonly retries: number;
  readonly baseMs: number;
  readonly capMs: number;
}

export const retryDefaults: RetrySettings = Object.freeze({ retries: 3, baseMs: 200, capMs: 5_000 });

/** What a retry is decided by. */
export interface Retryable {
  readonly readOnly: boolean;
  /** The tool declares that repeating a call does no more than making it once. */
  readonly idempotent: boolean;
  /** The tool honours idempotency keys, or is a composition, whose steps carry them. */
  readonly honoursKey: boolean;
  /** Whether the caller gave an idempotency key. */
  readonly keyed: boolean;
}

/**
 * Whether a failed call may be made again at all (SPEC section 5). Only transient and rate-limited failures are. A call that
 * surely did nothing may always be; one that may have had its effect only where the tool declares that repeating is safe:
 * it is idempotent, with or without a key, or it honours the key that the caller gave.
 */
export function mayRetry(
  { code, outcome = 'none' }: Failure,
  { readOnly, idempotent, honoursKey, keyed }: Retryable,
): boolean {
  const { class: errorClass } = errorTable[code];
  if (errorClass !== 'transient' && errorClass !== 'rate_limited') return false;
  if (readOnly) return true;
  // This server's own state, such as records that cannot be written: reported to the caller immediately.
  if (code === 'unavailable') return keyed && outcome === 'none';
  return outcome === 'none' || (outcome === 'unknown' && (idempotent || (honoursKey && keyed)));
}

/**
 * How long to wait before retry number `retry` (0 is the first): what the tool asked for when it was rate-limited, else
 * full jitter. `random` is uniform in [0, 1).
 */
export function waitBeforeMs(failure: Failure, retry: number, settings: RetrySettings, random: () => number): number {
  if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
  return backOffMs({ firstMs: settings.baseMs, maxMs: settings.capMs }, retry, { fraction: random() });
}
