import type { Envelope } from '@assay/contracts';
import type { AuditLog, CallSummary, RunBody } from '@assay/kernel';
import type { UnknownOutcomes } from '../idempotency/unknown-outcomes.js';
import type { AcceptedCalls, AcceptedState } from './accepted-calls.js';
import { acceptedEnvelope } from './accepted-envelope.js';

export interface SettleLostPorts {
  readonly accepted: Pick<AcceptedCalls, 'takeLost' | 'find' | 'end'>;
  readonly unknown: UnknownOutcomes;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Whether there is a durable record of a call. */
  readonly isRecorded: (id: string) => Promise<boolean>;
}

/** The kind of run that an accepted call is, under its id. */
export const acceptedRun = 'accepted-call';
/** How long a call is left to a process that lives. */
const lookAgainMs = 2_000;

/** Records the outcome of an accepted call that a dead process left behind, and reports it when it is unknown. */
export const settleLost =
  (ports: SettleLostPorts): RunBody =>
  async ({ id }) => {
    const lost = await ports.accepted.takeLost(id);
    if (lost !== undefined) await settle(lost, ports);
    else if ((await ports.accepted.find(id)) !== undefined) return { wakeInMs: lookAgainMs };
    return 'ended';
  };

/** What a list shows of a call that its server did not end. */
export const lostSummary = ({ tool, version, status, error }: Envelope, startedAt: number): CallSummary => ({
  ...{ tool, version, status, startedAt, code: error?.code ?? null },
  ...{ session: null, notBefore: null, ms: null, costUsd: null, isCached: false },
});

/** Each part may be repeated: what fails in between is repeated by the next replica that takes the call over. */
async function settle(state: AcceptedState, { accepted, unknown, audit, isRecorded }: SettleLostPorts) {
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
    const invocation = { id, body: () => JSON.stringify(envelope), summary: lostSummary(envelope, state.acceptedAt) };
    await audit.append({ organisationId, principalId, action: 'tool.lost', subject, details, invocation }).settled;
  }
  await accepted.end(state.id);
}
