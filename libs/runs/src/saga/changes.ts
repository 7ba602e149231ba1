import type { SagaError, SagaState } from '@assay/contracts';
import type { Forward, Saga, SagaEvent, SagaStep, Undo } from './saga.js';
import { isEnded } from './saga-states.js';
import { triedAgain, turnedBack } from './undoing.js';

/** A saga to write, with its changed steps and events. */
export interface SagaChange {
  readonly saga: Saga;
  /** Positions. */
  readonly changed: readonly number[];
  readonly events: readonly SagaEvent[];
}

interface More {
  readonly now: number;
  /** For a ticket. */
  readonly newId: () => string;
}

/** Enters a state, with all that belongs to it; whether it may is the table's to say. */
export function entered(saga: Saga, state: SagaState, { now, newId }: More): SagaChange {
  const steps = stepsIn(saga, state);
  const problem = saga.problem ?? whyStopped(saga, state, now);
  const next: Saga = {
    ...saga,
    state,
    steps,
    problem,
    deadlineAt: state === 'RUNNING' ? now + saga.deadlineMs : saga.deadlineAt,
    ticket: state === 'COMPENSATION_FAILED' ? { id: newId(), openedAt: now } : null,
    endedAt: isEnded({ state }) ? now : null,
  };
  const changed = steps.flatMap((step, at) => (step === saga.steps[at] ? [] : [at]));
  const message = problem === null ? null : problem.message;
  return { saga: next, changed, events: [{ at: now, kind: 'saga.state', step: null, status: state, message }] };
}

function stepsIn({ state: from, steps }: Saga, to: SagaState): readonly SagaStep[] {
  if (from === 'COMPENSATION_FAILED') return to === 'COMPENSATING' ? triedAgain(steps) : steps;
  return to === 'COMPENSATING' || (to === 'FAILED' && from !== 'COMPENSATING') ? turnedBack(steps) : steps;
}

function whyStopped({ cancelledAt, deadlineAt }: Saga, state: SagaState, now: number): Saga['problem'] {
  if (state === 'RUNNING' || state === 'COMPLETED') return null;
  if (cancelledAt !== null) return { step: null, code: 'cancelled', message: 'The saga was cancelled.' };
  if (deadlineAt === null || deadlineAt > now) return null;
  return { step: null, code: 'deadline_exceeded', message: "The saga's deadline passed before its steps were done." };
}

/** A step's way forward, as it is now. A step that ends badly is what the saga fails of. */
export function forwarded(saga: Saga, position: number, forward: Forward, now: number): SagaChange {
  const step = saga.steps[position] as SagaStep;
  const isBad = forward.status === 'failed' || forward.status === 'unknown';
  const problem =
    saga.problem ??
    (isBad && forward.error !== null
      ? { step: step.id, code: forward.error.code, message: `${step.id} (${step.tool}): ${forward.error.message}` }
      : null);
  const kind = kindOf('step', forward.status);
  return {
    saga: { ...withStep(saga, position, { ...step, forward }), problem },
    changed: [position],
    events: [{ at: now, kind, step: step.id, status: forward.status, message: forward.error?.message ?? null }],
  };
}

/** A step's way back, as it is now. */
export function undone(saga: Saga, position: number, undo: Undo, now: number): SagaChange {
  const step = saga.steps[position] as SagaStep;
  const kind = kindOf('undo', undo.status);
  return {
    saga: withStep(saga, position, { ...step, undo }),
    changed: [position],
    events: [{ at: now, kind, step: step.id, status: undo.status, message: undo.error?.message ?? null }],
  };
}

/** It does not begin, or does not go on. */
export const stopped = (saga: Saga, code: SagaError['code'], message: string): SagaChange => ({
  saga: { ...saga, problem: saga.problem ?? { step: null, code, message } },
  changed: [],
  events: [],
});

const withStep = (saga: Saga, position: number, step: SagaStep): Saga => ({
  ...saga,
  steps: saga.steps.with(position, step),
});

const kindOf = (way: 'step' | 'undo', status: string): SagaEvent['kind'] => {
  if (status === 'running') return `${way}.started`;
  return status === 'awaiting_approval' ? `${way}.waits` : `${way}.ended`;
};
