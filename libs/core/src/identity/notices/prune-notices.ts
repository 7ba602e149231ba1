import type { Clock } from '../../kernel/clock.js';
import type { Job } from '../../kernel/jobs.js';

/** A store that forgets what is older than a time, as far as nobody waits for it; answers how much. */
export interface Prunable {
  prune(before: number): Promise<number>;
}

const dayMs = 86_400_000;
/** How long what was read, or delivered, is kept, and who called what. What is unread or dead waits for somebody. */
const keepDays = 90;
const everyMs = 6 * 3_600_000;

/** Forgets old notices and callers. */
export const pruneNotices = (stores: readonly Prunable[], clock: Clock): Job => ({
  name: 'notices.prune',
  everyMs,
  run: async () => {
    const before = clock.now() - keepDays * dayMs;
    for (const store of stores) await store.prune(before);
  },
});
