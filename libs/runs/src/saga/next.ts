import type { SagaState } from '@assay/contracts';
import { hasNoWayBack, type Saga, type SagaStep } from './saga.js';
import { nextUndo, tookEffect } from './undoing.js';

/** What is to be done with a saga now. */
export type Next =
  /** Nothing: it is at rest. */
  | { readonly kind: 'rest' }
  /** People have not said whether it may begin. */
  | { readonly kind: 'consents' }
  | { readonly kind: 'forward'; readonly position: number }
  | { readonly kind: 'undo'; readonly position: number }
  | { readonly kind: 'enter'; readonly state: SagaState };

const enter = (state: SagaState): Next => ({ kind: 'enter', state });

/**
 * The next thing to do, from the saga alone: steps in order while nothing stops it, then, what was done, in reverse. A
 * step that was begun is looked up before anything else, whatever has stopped the saga meanwhile.
 */
export function nextOf(saga: Saga, now: number): Next {
  switch (saga.state) {
    case 'PENDING':
      if (saga.cancelledAt !== null || saga.problem !== null) return enter('FAILED');
      return saga.consents.length > 0 ? { kind: 'consents' } : enter('RUNNING');
    case 'RUNNING':
      return nextForward(saga, now);
    case 'COMPENSATING': {
      const position = nextUndo(saga);
      if (position !== undefined) return { kind: 'undo', position };
      return enter(saga.steps.some(({ undo }) => undo?.status === 'failed') ? 'COMPENSATION_FAILED' : 'FAILED');
    }
    default:
      return { kind: 'rest' };
  }
}

function nextForward(saga: Saga, now: number): Next {
  const { steps } = saga;
  const begun = steps.findIndex(
    ({ forward }) => forward.status === 'running' || forward.status === 'awaiting_approval',
  );
  if (begun >= 0) return { kind: 'forward', position: begun };
  const position = steps.findIndex(({ forward }) => forward.status !== 'succeeded');
  if (position < 0 && !isTakenBack(saga)) return enter('COMPLETED');
  if (position < 0 || isStopped(saga, now) || steps[position]?.forward.status !== 'waiting') return turnBack(saga);
  return { kind: 'forward', position };
}

const turnBack = ({ steps }: Saga): Next => enter(steps.some(tookEffect) ? 'COMPENSATING' : 'FAILED');

/** Whether no further step may begin. */
export const isStopped = ({ cancelledAt, problem, deadlineAt }: Saga, now: number): boolean =>
  cancelledAt !== null || problem !== null || (deadlineAt !== null && deadlineAt <= now);

/** Cancelled while its last step was on its way: undone after all, unless that step cannot be. */
const isTakenBack = ({ cancelledAt, steps }: Saga): boolean =>
  cancelledAt !== null && !hasNoWayBack(steps.at(-1) as SagaStep);
