import { describe, expect, it } from '@jest/globals';
import { type Requested, requestedAgain } from './requested.js';
import { aCall } from './testing/a-call.js';

const requested: Requested = {
  ...aCall().requested,
  baggage: 'tenant=acme',
  fixed: { item: 'tea' },
  client: {},
  through: { call: () => Promise.reject(new Error('not called')) },
  countsTokens: true,
  isWhole: true,
  isAccepted: true,
  invoke: { run: () => Promise.reject(new Error('not called')) },
  nesting: 2,
  partOf: () => ({ kind: 'run', id: 'run', step: 'a', neededBy: [], neededByCount: 0 }),
  begunAt: 1,
};

const second = { level: 2, reference: 'acme/orders.place', accuracy: 0.5, begunAfter: 1 };

describe('requestedAgain', () => {
  it('keeps what is common to all levels of a call', () => {
    expect(requestedAgain(requested, second)).toEqual({
      ...second,
      id: requested.id,
      request: requested.request,
      caller: requested.caller,
      whole: requested.whole,
      traceId: 'trace',
      dryRun: false,
      startedAt: requested.startedAt,
      baggage: 'tenant=acme',
      fixed: { item: 'tea' },
      client: {},
      countsTokens: true,
      isWhole: true,
    });
  });

  it('is frozen', () => {
    expect(Object.isFrozen(requestedAgain(requested, second))).toBe(true);
  });
});
