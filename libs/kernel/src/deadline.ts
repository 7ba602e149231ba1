import type { Clock } from './clock.js';

/** The remaining time of an operation, and the signal that ends it early. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * Aborts when the caller cancels (reason `cancelled`), when the time is up (`deadline`), or with the reason passed to
   * `cancel`.
   */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Ends it now with a reason; by default as the caller's own cancellation. */
  cancel(reason?: string): void;
  /** Releases the timer. */
  end(): void;
}

export const cancelledReason = 'cancelled';
export const deadlineReason = 'deadline';
/** The version that is being called has been revoked. */
export const revokedReason = 'revoked';
/** The server is shutting down and its grace period is over. */
export const stoppedReason = 'stopped';

/** Starts a deadline `ms` from now that also ends when `caller` aborts; if the caller timed out, as a time-out. */
export function startDeadline(clock: Clock, ms: number, caller?: AbortSignal): Deadline {
  const at = clock.now() + ms;
  const controller = new AbortController();
  const onCancel = () => controller.abort(caller?.reason === deadlineReason ? deadlineReason : cancelledReason);
  const stopTimer = clock.after(ms, () => controller.abort(deadlineReason));
  if (caller?.aborted) onCancel();
  else caller?.addEventListener('abort', onCancel, { once: true });
  return {
    at,
    signal: controller.signal,
    remainingMs: () => Math.max(0, at - clock.now()),
    cancel: (reason = cancelledReason) => controller.abort(reason),
    end: () => {
      stopTimer();
      caller?.removeEventListener('abort', onCancel);
    },
  };
}
