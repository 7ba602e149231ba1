import type { Clock } from './clock.js';

/** Yields to other work; awaited regularly by long computations. */
export type Pause = () => Promise<void>;

export const pausing =
  (clock: Pick<Clock, 'after'>): Pause =>
  () =>
    new Promise((resolve) => {
      clock.after(0, resolve);
    });
