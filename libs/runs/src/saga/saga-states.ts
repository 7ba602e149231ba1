import type { SagaState } from '@assay/contracts';
import { fail, type Guard, open, type StateTable } from '@assay/kernel';
import type { Saga } from './saga.js';
import { isUndoOpen, tookEffect } from './undoing.js';

const shut = (message: string) => fail('conflict', message).error;

/** Something was done, or may have been, that has to be undone. */
const somethingDone: Guard<Saga> = (saga) =>
  saga.steps.some(tookEffect) ? null : shut('nothing was done that would have to be undone');
const nothingDone: Guard<Saga> = (saga) =>
  saga.steps.some(tookEffect) ? shut('what was done has to be undone first') : null;
const allDone: Guard<Saga> = (saga) =>
  saga.steps.every(({ forward }) => forward.status === 'succeeded') ? null : shut('steps are left to do');
const noneOpen = (saga: Saga) => !saga.steps.some(isUndoOpen);
const anyFailed = (saga: Saga) => saga.steps.some(({ undo }) => undo?.status === 'failed');
const allUndone: Guard<Saga> = (saga) =>
  noneOpen(saga) && !anyFailed(saga) ? null : shut('steps are left to undo, or could not be undone');
const someNotUndone: Guard<Saga> = (saga) =>
  noneOpen(saga) && anyFailed(saga) ? null : shut('every step has been undone, or some are still to be');

/**
 * The life of a saga (SPEC section 7). A guard is asked about the saga as it stands: nothing done goes straight to
 * FAILED, anything done through COMPENSATING, and out of that only once every step to undo has been tried.
 */
const table: StateTable<SagaState, Saga> = {
  name: 'a saga',
  initial: 'PENDING',
  final: ['COMPLETED', 'FAILED'],
  ways: {
    PENDING: { RUNNING: open, FAILED: nothingDone },
    RUNNING: { COMPLETED: allDone, COMPENSATING: somethingDone, FAILED: nothingDone },
    COMPENSATING: { FAILED: allUndone, COMPENSATION_FAILED: someNotUndone },
    /** Tried again, or settled by hand. */
    COMPENSATION_FAILED: { COMPENSATING: open, FAILED: open },
    COMPLETED: {},
    FAILED: {},
  },
};
export const sagaTable = Object.freeze(table);

export const isEnded = ({ state }: Pick<Saga, 'state'>): boolean => sagaTable.final.includes(state);
/** Nothing happens to it by itself any more. */
export const isAtRest = (saga: Pick<Saga, 'state'>): boolean => isEnded(saga) || saga.state === 'COMPENSATION_FAILED';
