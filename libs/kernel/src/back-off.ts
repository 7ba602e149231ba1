/** How long to wait after the first failure, and at most. */
export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

interface Wait {
  /** Uniform in [0, 1), for full jitter; without it the wait is the whole pause, for work that one caller repeats alone. */
  readonly fraction?: number;
  /** The earliest time that the other side asked for, as with `Retry-After`. It may exceed the cap. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The wait before attempt `retry` (0 is the first repeated one): the pause doubles from the first to the maximum. Full
 * jitter draws uniformly from all of it, which ends contention soonest.
 */
export const backOffMs = (
  { firstMs, maxMs }: BackOff,
  retry: number,
  { fraction = 1, retryAfterMs = 0 }: Wait = {},
): number => Math.max(retryAfterMs, fraction * Math.min(maxMs, firstMs * 2 ** retry));
