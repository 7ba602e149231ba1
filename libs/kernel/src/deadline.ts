import type { Clock } from './clock.js';

/** How long something may still take, and the signal that ends it early. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Aborts when the caller cancels (reason `cancelled`), the time is up (`deadline`), or as `cancel` was told. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Ends it now, for a reason; as the caller's own cancellation unless told otherwise. */
  cancel(reason?: string): void;
  /** Releases the timer. */
  end(): void;
}

export const cancelledReason = 'cancelled';
export const deadlineReason = 'deadline';
/** The version that is being called has been revoked. */
export const revokedReason = 'revoked';
/** The server stops, and has waited long enough. */
export const stoppedReason = 'stopped';

/** Starts a deadline `ms` from now that also ends when `caller` aborts: as its time-out when that is why. */
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
