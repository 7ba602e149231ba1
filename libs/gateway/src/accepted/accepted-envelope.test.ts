import { expect, it } from '@jest/globals';
import type { AcceptedState } from './accepted-calls.js';
import { acceptedEnvelope } from './accepted-envelope.js';

const state = (parts: Partial<AcceptedState> = {}): AcceptedState => ({
  ...{ id: 'i', organisationId: 'o', principalId: 'p', askedFor: 'acme/orders.create@^1', key: null, acceptedAt: 0 },
  ...{ reached: null, isHeld: true },
  ...parts,
});

it('runs while the process that makes it is alive', () => {
  expect(acceptedEnvelope(state())).toMatchObject({ id: 'i', status: 'running', tool: 'acme/orders.create@^1' });
  expect(acceptedEnvelope(state()).error).toBeUndefined();
});

it('had no effect when its process died before it reached the tool, and may be made again', () => {
  const { status, error } = acceptedEnvelope(state({ isHeld: false }));
  expect([status, error]).toMatchObject(['failed', { code: 'unavailable', outcome: 'none', retryable: true }]);
  expect(acceptedEnvelope(state({ isHeld: false, key: 'k' })).error?.message).toContain('with the same key');
});

it('has an unknown outcome when its process died after that', () => {
  const reached = { tool: 'acme/orders.create', version: '1.2.0' };
  expect(acceptedEnvelope(state({ isHeld: false, reached }))).toMatchObject({
    status: 'failed',
    ...reached,
    error: { code: 'outcome_unknown', outcome: 'unknown', retryable: false },
  });
});
