import { describe, expect, it } from '@jest/globals';
import { aSaga, aSagaStep } from '../testing/a-saga.js';
import { nextOf } from './next.js';
import type { Saga, SagaStep } from './saga.js';

const now = Date.UTC(2026, 0, 1);
const at = (status: SagaStep['forward']['status'], parts: Partial<SagaStep> = {}): SagaStep => {
  const step = aSagaStep(parts);
  return { ...step, forward: { ...step.forward, status } };
};
const irreversible = { compensation: null };
const running = (steps: SagaStep[], parts: Partial<Saga> = {}) =>
  aSaga({ state: 'RUNNING', deadlineAt: now + 1, steps, ...parts });
const consents = [{ position: 0, approvalId: 'a', url: 'u' }];

describe('what is next', () => {
  it.each<[string, Saga, object]>([
    ['it begins', aSaga(), { kind: 'enter', state: 'RUNNING' }],
    ['people are asked first', aSaga({ consents }), { kind: 'consents' }],
    ['cancelled before it began', aSaga({ consents, cancelledAt: now }), { kind: 'enter', state: 'FAILED' }],
    ['the first step that is not done', running([at('succeeded'), at('waiting')]), { kind: 'forward', position: 1 }],
    [
      'what was begun is looked up first',
      running([at('running'), at('waiting')], { cancelledAt: now }),
      { kind: 'forward', position: 0 },
    ],
    [
      'what waits for a person is asked for first',
      running([at('awaiting_approval'), at('waiting')], { cancelledAt: now }),
      { kind: 'forward', position: 0 },
    ],
    ['all is done', running([at('succeeded')]), { kind: 'enter', state: 'COMPLETED' }],
    ['all is done, late', running([at('succeeded')], { deadlineAt: now - 1 }), { kind: 'enter', state: 'COMPLETED' }],
    [
      'cancelled during the last step',
      running([at('succeeded')], { cancelledAt: now }),
      { kind: 'enter', state: 'COMPENSATING' },
    ],
    [
      'cancelled during a last step that cannot be undone',
      running([at('succeeded', irreversible)], { cancelledAt: now }),
      { kind: 'enter', state: 'COMPLETED' },
    ],
    ['a step failed', running([at('succeeded'), at('failed')]), { kind: 'enter', state: 'COMPENSATING' }],
    ['the first step failed', running([at('failed'), at('waiting')]), { kind: 'enter', state: 'FAILED' }],
    [
      'the deadline has passed',
      running([at('succeeded'), at('waiting')], { deadlineAt: now }),
      { kind: 'enter', state: 'COMPENSATING' },
    ],
    ['it rests', aSaga({ state: 'COMPENSATION_FAILED' }), { kind: 'rest' }],
    ['it is over', aSaga({ state: 'COMPLETED' }), { kind: 'rest' }],
  ])('%s', (_what, saga, expected) => {
    expect(nextOf(saga, now)).toEqual(expected);
  });
});
