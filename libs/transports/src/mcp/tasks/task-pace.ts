import type { Clock } from '@assay/kernel';
import type { JsonObject } from '../json-rpc.js';

/** How often a server is asked about the state of a task, in ms; the server may state the interval it wants. */
const pollMs = { min: 50, usual: 1_000, max: 5_000 };

/** The interval until the next question about a task, in ms: 2026-07-28 calls it `pollIntervalMs`, 2025-11-25 `pollInterval`. */
export function intervalOf({ pollIntervalMs, pollInterval = pollIntervalMs }: JsonObject): number {
  const wanted = typeof pollInterval === 'number' ? pollInterval : pollMs.usual;
  return Math.min(pollMs.max, Math.max(pollMs.min, wanted));
}

/** Resolves after so many ms, or as soon as the signal aborts. */
export function pause(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** How long cancelling a task at its server may take, in ms. */
const cancelMs = 5_000;

/** A signal for the request that cancels a task, when that of the call itself has aborted. */
export function briefly(clock: Pick<Clock, 'after'>): AbortSignal {
  const controller = new AbortController();
  clock.after(cancelMs, () => controller.abort());
  return controller.signal;
}
