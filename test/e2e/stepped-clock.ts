import { MovedClock } from './moved-clock.js';

/** A clock that a test can move on; timers that have become due then run at once. */
export class SteppedClock extends MovedClock {
  readonly #waiting = new Set<{ at: number; run: () => void }>();

  override after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { at: this.monotonic() + delayMs, run };
    this.#waiting.add(timer);
    const real = setTimeout(() => this.#ring(timer), delayMs);
    real.unref();
    return () => {
      clearTimeout(real);
      this.#waiting.delete(timer);
    };
  };

  skip(ms: number): void {
    this.skippedMs += ms;
    for (const timer of [...this.#waiting]) if (timer.at <= this.monotonic()) this.#ring(timer);
  }

  #ring(timer: { run: () => void }): void {
    if (this.#waiting.delete(timer as never)) timer.run();
  }
}
