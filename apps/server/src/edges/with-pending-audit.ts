import type { PendingChange, PendingChanges } from '@assay/kernel';
import { FailureException } from './failure-exception.js';

/**
 * Carries out what may change something after it has been written down who asks for it, and strikes that out when it is
 * over. A refusal is an answer; whatever else goes wrong may have done so between a change and its record.
 */
export async function withPendingAudit<T>(
  pending: PendingChanges,
  change: PendingChange,
  work: () => Promise<T>,
): Promise<T> {
  const begun = await pending.begin(change);
  try {
    const answer = await work();
    begun.end();
    return answer;
  } catch (error) {
    if (error instanceof FailureException) begun.end();
    else begun.leave();
    throw error;
  }
}
