import { defectsOf, nextStates, passage } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aSaga, aSagaStep } from '../testing/a-saga.js';
import type { Saga, SagaStep } from './saga.js';
import { isAtRest, isEnded, sagaTable } from './saga-states.js';

const done = (undo: Partial<NonNullable<SagaStep['undo']>> | null = null): SagaStep => {
  const step = aSagaStep();
  const nothing = { invocationId: null, startedAt: null, askedAt: null, endedAt: null, error: null, approval: null };
  return {
    ...step,
    forward: { ...step.forward, status: 'succeeded' },
    undo: undo && { ...nothing, status: 'waiting', round: 1, tries: 0, ...undo },
  };
};
const may = (saga: Saga, to: Saga['state']) => passage(sagaTable, saga.state, to, saga) === null;

describe('the states of a saga', () => {
  it('are sound, and lead as SPEC section 7 says', () => {
    expect(defectsOf(sagaTable)).toEqual([]);
    const ways = Object.keys(sagaTable.ways).map((from) => [from, nextStates(sagaTable, from as Saga['state'])]);
    expect(Object.fromEntries(ways)).toEqual({
      PENDING: ['RUNNING', 'FAILED'],
      RUNNING: ['COMPLETED', 'COMPENSATING', 'FAILED'],
      COMPENSATING: ['FAILED', 'COMPENSATION_FAILED'],
      COMPENSATION_FAILED: ['COMPENSATING', 'FAILED'],
      COMPLETED: [],
      FAILED: [],
    });
  });

  it.each<[string, Saga, Saga['state'], boolean]>([
    ['nothing done', aSaga({ state: 'RUNNING' }), 'FAILED', true],
    ['nothing done', aSaga({ state: 'RUNNING' }), 'COMPENSATING', false],
    ['something done', aSaga({ state: 'RUNNING', steps: [done(), aSagaStep()] }), 'COMPENSATING', true],
    ['something done', aSaga({ state: 'RUNNING', steps: [done(), aSagaStep()] }), 'FAILED', false],
    ['something left to do', aSaga({ state: 'RUNNING', steps: [done(), aSagaStep()] }), 'COMPLETED', false],
    ['all done', aSaga({ state: 'RUNNING', steps: [done()] }), 'COMPLETED', true],
    ['something left to undo', aSaga({ state: 'COMPENSATING', steps: [done({})] }), 'FAILED', false],
    ['all undone', aSaga({ state: 'COMPENSATING', steps: [done({ status: 'succeeded' })] }), 'FAILED', true],
    ['an undo failed', aSaga({ state: 'COMPENSATING', steps: [done({ status: 'failed' })] }), 'FAILED', false],
    [
      'an undo failed',
      aSaga({ state: 'COMPENSATING', steps: [done({ status: 'failed' })] }),
      'COMPENSATION_FAILED',
      true,
    ],
    [
      'an undo failed, another is left',
      aSaga({ state: 'COMPENSATING', steps: [done({}), done({ status: 'failed' })] }),
      'COMPENSATION_FAILED',
      false,
    ],
  ])('with %s: %#', (_what, saga, to, expected) => {
    expect(may(saga, to)).toBe(expected);
  });

  it('rest where nothing happens by itself; only two of them are the end', () => {
    const rest = Object.keys(sagaTable.ways).filter((state) => isAtRest({ state: state as Saga['state'] }));
    expect(rest.sort()).toEqual(['COMPENSATION_FAILED', 'COMPLETED', 'FAILED']);
    expect(isEnded({ state: 'COMPENSATION_FAILED' })).toBe(false);
  });
});
