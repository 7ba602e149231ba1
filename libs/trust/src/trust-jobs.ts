import type { Clock, Job } from '@assay/kernel';
import { dayMs, hourMs } from '@assay/kernel';
import type { EvidenceStore } from './evidence-store.js';
import type { ScoreVersions } from './score-versions.js';
import { windowStart } from './weigh-evidence.js';

const scoreEveryMs = 15_000;
const rollUpEveryMs = hourMs;
const refreshEveryMs = dayMs;

/**
 * Keeps trust up to date without events: versions that are still due after a crash are scored; days that have left the
 * window move into the older bucket; and once a day reputations are refreshed.
 */
export function trustJobs(store: EvidenceStore, scoring: Pick<ScoreVersions, 'run'>, clock: Pick<Clock, 'now'>): Job[] {
  return [
    { name: 'trust.score', everyMs: scoreEveryMs, run: (signal) => scoring.run(signal) },
    {
      name: 'trust.roll-up',
      everyMs: rollUpEveryMs,
      run: async (signal) => {
        if ((await store.rollUp(windowStart(clock.now()))) > 0) await scoring.run(signal);
      },
    },
    {
      name: 'trust.refresh',
      everyMs: refreshEveryMs,
      run: async (signal) => {
        await store.refresh();
        await scoring.run(signal);
      },
    },
  ];
}
