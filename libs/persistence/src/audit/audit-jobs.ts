import { type AuditLog, dayMs, type Job } from '@assay/kernel';
import { checkpointEveryMs } from './checkpoints.js';
import { closeLeftChains, type LeftChainsOptions } from './left-chains.js';
import type { PostgresPendingChanges } from './pending-changes.js';
import { pruneOldestMonth } from './prune-months.js';

export interface AuditJobsOptions extends LeftChainsOptions {
  readonly audit: Pick<AuditLog, 'append'>;
  readonly pending: Pick<PostgresPendingChanges, 'settleLeft'>;
}

/** What is done for the audit log by one of the replicas: dead servers' chains and changes. */
export const auditJobs = (options: AuditJobsOptions): Job[] => [
  {
    name: 'audit.left',
    everyMs: checkpointEveryMs,
    run: async () => {
      await options.pending.settleLeft();
      await closeLeftChains(options);
    },
  },
];

/** Removes whole months whose every record is older than a time, and records that. */
export async function forgetMonths(options: AuditJobsOptions, before: number, signal: AbortSignal): Promise<void> {
  const retentionDays = Math.round((options.clock.now() - before) / dayMs);
  while (!signal.aborted) {
    const pruned = await pruneOldestMonth({ ...options, retentionDays });
    if (pruned === undefined) return;
    const { month, records, chains } = pruned;
    await options.audit.append({
      organisationId: null,
      principalId: null,
      action: 'audit.prune',
      subject: month,
      details: { chains, records, retentionDays },
    }).settled;
  }
}
