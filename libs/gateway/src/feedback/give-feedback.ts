import type { Envelope, SendFeedback } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { RepairMetrics } from '../repair/repair-metrics.js';
import type { Feedback, FeedbackStore } from './feedback-store.js';

export interface GiveFeedbackPorts {
  readonly store: FeedbackStore;
  readonly metrics: Pick<RepairMetrics, 'falseRepair'>;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Takes a caller's word on the result of a finished call of its own. The last word counts. A result of a repaired call
 * that is rejected was a false repair, counted once.
 */
export class GiveFeedback {
  readonly #ports: GiveFeedbackPorts;

  constructor(ports: GiveFeedbackPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, call: Envelope, { verdict, reason }: SendFeedback): Promise<Result<Feedback, Failure>> {
    const { store, metrics, audit, clock } = this.#ports;
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null)
      return fail('unauthenticated', 'Feedback requires authentication: send a key.');
    if (call.status !== 'succeeded' && call.status !== 'conditional')
      return fail(
        'conflict',
        `The call ${call.id} is ${call.status} and has no result to accept or reject: only results of calls that succeeded are judged.`,
      );
    const repaired = call.repaired !== undefined;
    const feedback: Feedback = {
      ...{ invocationId: call.id, organisationId, principalId, verdict, repaired },
      reason: reason ?? null,
      at: clock.now(),
    };
    const former = await store.put(feedback);
    if (repaired && verdict === 'rejected' && former !== 'rejected') metrics.falseRepair('caller');
    const { settled } = audit.append({
      organisationId,
      principalId,
      action: 'tool.feedback',
      subject: `${call.tool}@${call.version ?? '?'}`,
      details: { invocationId: call.id, repaired, verdict },
    });
    await settled;
    return ok(feedback);
  }
}
