import type { Clock } from '@assay/kernel';

/** Shortest a timer of a run that stands still is set for, in ms. */
const minMs = 50;

/**
 * The time of one run: it stands still while a step waits for a person, so that waiting does not spend the deadline.
 * What predicates call `now` is when the run began, in every step and again after a restart.
 */
export class RunClock implements Clock {
  readonly #clock: Clock;
  readonly #startedAt: number;
  #waiting = 0;
  #stoodStillMs = 0;
  #stoppedAt = 0;

  constructor(clock: Clock, startedAt: number) {
    this.#clock = clock;
    this.#startedAt = startedAt;
  }

  now(): number {
    return this.#startedAt;
  }

  monotonic(): number {
    return (this.#waiting > 0 ? this.#stoppedAt : this.#clock.monotonic()) - this.#stoodStillMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const at = this.monotonic() + delayMs;
    let stop = (): void => undefined;
    const arm = (ms: number): void => {
      stop = this.#clock.after(ms, () => {
        const left = at - this.monotonic();
        if (left <= 0) run();
        else arm(Math.max(left, minMs));
      });
    };
    arm(delayMs);
    return () => stop();
  }

  /** Stands still until what it answers is called, once, and so is that of every other one who said so. */
  standStill(): () => void {
    if (this.#waiting === 0) this.#stoppedAt = this.#clock.monotonic();
    this.#waiting += 1;
    return () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#stoodStillMs += this.#clock.monotonic() - this.#stoppedAt;
    };
  }
}
