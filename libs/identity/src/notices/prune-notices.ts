import { type Clock, dayMs, type Job } from '@assay/kernel';
import type { DeliveryStore } from './delivery-store.js';

/** A store that forgets what is older than a time, as far as nobody waits for it; answers how much. */
export interface Prunable {
  prune(before: number): Promise<number>;
}

/** How long what was read, or delivered, is kept, and who called what. What is unread waits for somebody. */
const keepDays = 90;
/** How long a delivery that was given up can be looked at and sent again. */
const keepDeadDays = 30;
const everyMs = 6 * 3_600_000;

/** Forgets old notices, deliveries and callers. */
export const pruneNotices = (
  stores: readonly Prunable[],
  deliveries: Pick<DeliveryStore, 'pruneDead'>,
  clock: Pick<Clock, 'now'>,
): Job => ({
  name: 'notices.prune',
  everyMs,
  run: async () => {
    const before = clock.now() - keepDays * dayMs;
    for (const store of stores) await store.prune(before);
    await deliveries.pruneDead(clock.now() - keepDeadDays * dayMs);
  },
});
