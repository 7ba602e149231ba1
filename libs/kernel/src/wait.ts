import type { Clock } from './clock.js';

/** Waits for a time, or until the signal aborts; true when the whole time has passed. */
export function wait(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stopTimer = clock.after(ms, () => resolve(true));
  const onAbort = () => resolve(false);
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    stopTimer();
    signal.removeEventListener('abort', onAbort);
  });
}
