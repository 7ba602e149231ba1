import type { SliceClock } from '../slices.js';
import { sliceMs } from '../slices.js';

/**
 * A clock on which each step takes a whole slice, so that sliced work yields after every step. `turns` counts the
 * yields.
 */
export class TurnClock implements SliceClock {
  turns = 0;
  #now = 0;

  now = (): number => this.#now;

  monotonic = (): number => {
    this.#now += sliceMs;
    return this.#now;
  };

  after = (_delayMs: number, run: () => void): (() => void) => {
    this.turns += 1;
    const turn = setImmediate(run);
    return () => clearImmediate(turn);
  };
}
