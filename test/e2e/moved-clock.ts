import type { Clock } from '@assay/kernel';

/** The machine's time, some way ahead. A timer that waits keeps nothing running. */
export class MovedClock implements Clock {
  /** Milliseconds. */
  ahead = 0;
  /** Of the clock that never goes back, in milliseconds: only ever more. */
  skippedMs = 0;

  now = (): number => Date.now() + this.ahead;
  monotonic = (): number => performance.now() + this.skippedMs;

  after = (delayMs: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  };
}
