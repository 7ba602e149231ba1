import type { Clock } from './clock.js';
import { wait } from './wait.js';

export interface UntilDone {
  readonly clock: Pick<Clock, 'after'>;
  /** Ends the trying. */
  readonly signal: AbortSignal;
  /** Between two tries, doubling from the one to the other, in ms. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** Told of each try that failed. */
  readonly onProblem: (cause: unknown) => void;
}

/** Tries until it works; `ended` when the signal aborted first. */
export async function retryUntilSuccess<T>(
  work: () => Promise<T>,
  settings: UntilDone,
): Promise<{ readonly done: T } | 'ended'> {
  const { clock, signal, firstPauseMs, maxPauseMs, onProblem } = settings;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return { done: await work() };
    } catch (cause) {
      onProblem(cause);
    }
    if (!(await wait(clock, pauseMs, signal))) return 'ended';
  }
}
