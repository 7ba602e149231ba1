import { type Clock, wait } from '@assay/kernel';
import type { OpenRequests } from './open-requests.js';

export interface DrainParts {
  readonly clock: Clock;
  readonly requests: Pick<OpenRequests, 'drain' | 'underWay' | 'endStreams'>;
  /** Takes no new connections. */
  readonly stopListening: () => void;
  /** Calls in flight, including calls that no request waits for. */
  readonly callsUnderWay: () => number;
  /** Begins nothing more that no request waits for. */
  readonly beginNothing: () => void;
  /** Cuts off what still runs; resolves when all of it is recorded. */
  readonly cutOff: () => Promise<void>;
  readonly drainMs: number;
  readonly graceMs: number;
}

const lookEveryMs = 50;
/** How long answers to calls that were cut off may take to reach their clients. */
const lastAnswersMs = 1_000;

/**
 * A shutdown that loses nothing. First the server reports that it is not ready and continues to serve, so that load
 * balancers stop routing to it. Then it accepts no connections, and running requests finish. Requests that take longer
 * than the grace period are aborted, with an outcome that states so. `hurry` ends the first part.
 */
export async function drain(parts: DrainParts, hurry: AbortSignal): Promise<void> {
  const { clock, requests, drainMs, graceMs } = parts;
  requests.drain();
  await wait(clock, drainMs, hurry);
  parts.stopListening();
  parts.beginNothing();
  requests.endStreams();
  const isIdle = () => requests.underWay === 0 && parts.callsUnderWay() === 0;
  if (await settles(isIdle, graceMs, clock)) return;
  await parts.cutOff();
  await settles(() => requests.underWay === 0, lastAnswersMs, clock);
}

/** Whether it becomes so in time. */
async function settles(isSo: () => boolean, withinMs: number, clock: Clock): Promise<boolean> {
  const until = clock.monotonic() + withinMs;
  const never = new AbortController().signal;
  while (!isSo()) {
    if (clock.monotonic() >= until) return false;
    await wait(clock, lookEveryMs, never);
  }
  return true;
}
