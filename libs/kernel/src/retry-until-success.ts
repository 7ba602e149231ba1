import { backOffMs } from './back-off.js';
import type { Clock } from './clock.js';
import { wait } from './wait.js';

export interface UntilDone {
  readonly clock: Pick<Clock, 'after'>;
  /** Ends the retries. */
  readonly signal: AbortSignal;
  /** The pause between two attempts, in ms; doubles from the first value to the second. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** Called for each failed attempt. */
  readonly onProblem: (cause: unknown) => void;
}

/** Retries until the work succeeds; `ended` when the signal aborts first. */
export async function retryUntilSuccess<T>(
  work: () => Promise<T>,
  settings: UntilDone,
): Promise<{ readonly done: T } | 'ended'> {
  const { clock, signal, firstPauseMs, maxPauseMs, onProblem } = settings;
  const pauses = { firstMs: firstPauseMs, maxMs: maxPauseMs };
  for (let retry = 0; ; retry += 1) {
    try {
      return { done: await work() };
    } catch (cause) {
      onProblem(cause);
    }
    if (!(await wait(clock, backOffMs(pauses, retry), signal))) return 'ended';
  }
}
