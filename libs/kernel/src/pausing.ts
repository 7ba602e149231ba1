import type { Clock } from './clock.js';

/** Lets others work for a moment; awaited now and then by what has much to compute. */
export type Pause = () => Promise<void>;

export const pausing =
  (clock: Pick<Clock, 'after'>): Pause =>
  () =>
    new Promise((resolve) => {
      clock.after(0, resolve);
    });
