import { type Clock, dayMs, type Job } from '@assay/kernel';
import type { DeliveryQueue } from './delivery-queue.js';

/** A store that deletes rows older than a time, except those still needed; returns their number. */
export interface Prunable {
  prune(before: number): Promise<number>;
}

/** Retention of read notifications, completed deliveries and callers. Unread notifications are kept. */
const keepDays = 90;
/** Retention of dead deliveries, which can be viewed and resent until then. */
const keepDeadDays = 30;
const everyMs = 6 * 3_600_000;

/** Forgets old notices, deliveries and callers. */
export const pruneNotices = (
  stores: readonly Prunable[],
  deliveries: Pick<DeliveryQueue, 'pruneDead'>,
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
