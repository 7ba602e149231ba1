import type { AuditLog, Job } from '@assay/kernel';
import type { UnknownOutcomes } from '../idempotency/unknown-outcomes.js';
import type { AcceptedCalls, AcceptedState } from './accepted-calls.js';
import { acceptedEnvelope } from './accepted-envelope.js';

export interface SweepAcceptedPorts {
  readonly accepted: Pick<AcceptedCalls, 'takeLost' | 'end'>;
  readonly unknown: UnknownOutcomes;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Whether there is a durable record of a call. */
  readonly isRecorded: (id: string) => Promise<boolean>;
}

const everyMs = 5_000;
const atOnce = 100;

/** Records the outcome of accepted calls that a dead process left behind, and reports unknown outcomes. */
export const sweepAccepted = (ports: SweepAcceptedPorts): Job => ({
  name: 'accepted-calls.sweep',
  everyMs,
  run: async (signal) => {
    for (;;) {
      const lost = await ports.accepted.takeLost(atOnce);
      for (const each of lost) await settle(each, ports);
      if (lost.length < atOnce || signal.aborted) return;
    }
  },
});

/** Each part may be repeated: the next replica that takes the call over retries what failed in between. */
async function settle(state: AcceptedState, { accepted, unknown, audit, isRecorded }: SweepAcceptedPorts) {
  if (!(await isRecorded(state.id))) {
    const envelope = acceptedEnvelope({ ...state, isHeld: false });
    const { id, organisationId, principalId, key } = state;
    const { tool, version, status, error } = envelope;
    if (error?.outcome === 'unknown')
      await unknown.report({
        ...{ invocationId: id, organisationId, principalId, tool, version, key },
        reason: error.message,
      });
    const details = { code: error?.code ?? null, invocationId: id, outcome: error?.outcome ?? null, status };
    const subject = `${tool}@${version ?? '?'}`;
    const invocation = { id, body: () => JSON.stringify(envelope) };
    await audit.append({ organisationId, principalId, action: 'tool.lost', subject, details, invocation }).settled;
  }
  await accepted.end(state.id);
}
