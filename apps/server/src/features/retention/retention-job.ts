import type { Config } from '@assay/config';
import { failuresKeptMs, signInDefaults } from '@assay/identity';
import { type Clock, dayMs, type Job, replicaDefaults, retentionOf, retentionSweep } from '@assay/kernel';
import type { Persistence } from '@assay/persistence';
import { runDefaults } from '@assay/runs';
import { StartError } from '../../platform/system/start-error.js';

/** What forgets each kind of the retention table, and what carries its own end. */
export function retentionJob(
  stores: Persistence,
  { retentionDays }: Pick<Config, 'retentionDays'>,
  clock: Pick<Clock, 'now'>,
): Job {
  const retention = retentionOf(retentionDays);
  if (!retention.ok) throw new StartError(`ASSAY_RETENTION_DAYS cannot be used: ${retention.error}.`);
  const { notifications, deliveries, consumers } = stores.telling;
  return retentionSweep({
    retention: retention.value,
    clock,
    forget: {
      'audit-records': (before, signal) => stores.forgetAudit(before, signal),
      callers: (before) => consumers.prune(before),
      'call-notes': (before) => stores.callNotes.forget(before),
      candidates: (before) => stores.candidates.forget(before),
      gaps: (before) => stores.gaps.forget(before),
      evaluations: (before) => stores.evaluations.forget(before),
      'import-drafts': (before) => stores.catalogue.forgetDrafts(before),
      'recorded-calls': (before) => stores.recordedCalls.forget(before),
      'minute-rollups': (before) => stores.callRollups.forget('minute', before),
      'hour-rollups': (before) => stores.callRollups.forget('hour', before),
      'day-rollups': (before) => stores.callRollups.forget('day', before),
      'dead-deliveries': (before) => deliveries.pruneDead(before),
      deliveries: (before) => deliveries.prune(before),
      notifications: (before) => notifications.prune(before),
      outcomes: (before) => stores.learning.forgetBefore(before),
      questions: (before) => stores.questions.forget(before),
      runs: (before) => stores.compositionRuns.forget(before, runDefaults.maxEnded),
      sagas: (before) => stores.sagas.forget(before),
      usage: (before) => stores.usage.forget(Math.floor(before / dayMs) * dayMs),
      verifications: (before) => stores.verifications.forget(before),
    },
    expire: [
      (now) => stores.keptOutputs.prune(now),
      (now) => stores.sessionTotals.prune(now),
      (now) => stores.maskedValues.prune(now),
      (now) => stores.limitCounts.prune(now),
      (now) => stores.accountSessions.prune(now, now - signInDefaults.sessionIdleMs),
      (now) => stores.credentials.pruneLinks(now),
      (now) => stores.attempts.prune(now, now - failuresKeptMs),
      (now) => stores.authorizationRecords.prune(now),
      () => stores.replicaRegister.forget(replicaDefaults.listedMs),
      () => stores.gaps.trim(),
      // What it takes to resume a run lasts as long as the keys of its steps.
      (now) => stores.compositionRuns.close(now - runDefaults.keyMs),
    ],
  });
}
