import type { SagaEventView, SagaStepView, SagaView } from '@assay/contracts';
import type { Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { NumberedSagaEvent, Saga, SagaStep } from '@assay/runs';

type Attempt = SagaStep['forward'] | NonNullable<SagaStep['undo']>;

const attemptView = ({ invocationId, error, approval, startedAt, endedAt }: Attempt) => ({
  invocation: invocationId,
  error,
  approval: approval && { id: approval.id, url: approval.url },
  startedAt: isoTimeOrNull(startedAt),
  endedAt: isoTimeOrNull(endedAt),
});

function stepView(step: SagaStep, isWhole: boolean): SagaStepView {
  const { id, tool, version, forward, undo, compensation, readOnly } = step;
  return {
    id,
    tool,
    version,
    status: forward.status,
    ...attemptView(forward),
    ...(isWhole && forward.input !== null && { input: forward.input }),
    ...(isWhole && forward.status === 'succeeded' && { output: forward.output }),
    class: readOnly ? 'read-only' : (compensation?.class ?? 'irreversible'),
    undo: undo && {
      tool: compensation?.tool ?? null,
      status: undo.status,
      tries: undo.tries,
      ...attemptView(undo),
    },
  };
}

/** A saga as those see it who may; `isWhole`: with what its steps gave. */
export function sagaView(saga: Saga, directory: Pick<Directory, 'principal'>, isWhole = true): SagaView {
  const { steps, consents, ticket, resolutions, principalId } = saga;
  const nameOf = (id: string): string => directory.principal(id)?.name ?? id;
  return {
    id: saga.id,
    state: saga.state,
    caller: { name: nameOf(principalId), kind: directory.principal(principalId)?.kind ?? 'unknown' },
    steps: steps.map((step) => stepView(step, isWhole)),
    problem: saga.problem,
    consents: consents.map(({ position, approvalId, url }) => ({
      step: steps[position]?.id ?? '',
      approval: { id: approvalId, url },
    })),
    ticket: ticket && {
      id: ticket.id,
      openedAt: isoTime(ticket.openedAt),
      steps: steps.filter(({ undo }) => undo?.status === 'failed').map(({ id }) => id),
    },
    resolutions: resolutions.map(({ action, principalId: by, reason, at }) => ({
      action,
      by: nameOf(by),
      reason,
      at: isoTime(at),
    })),
    createdAt: isoTime(saga.createdAt),
    endedAt: isoTimeOrNull(saga.endedAt),
  };
}

export const sagaEventView = ({ at, ...event }: NumberedSagaEvent): SagaEventView => ({ ...event, at: isoTime(at) });
