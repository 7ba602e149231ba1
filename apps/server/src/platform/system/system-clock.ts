import type { Clock } from '@assay/kernel';

/** The machine's own time. Timers do not keep the process alive. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs: number, run: () => void) => {
    // After what is waiting to be read and written, without sleeping in between.
    if (delayMs === 0) {
      const turn = setImmediate(run);
      turn.unref();
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
});
