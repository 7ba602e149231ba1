import { describe, expect, it } from '@jest/globals';
import { usageOf } from './evidence-store.js';

const tally = {
  versionId: 'v1',
  day: 0,
  principalId: 'principal-bob',
  caller: 'principal-bob',
  own: false,
  good: 5,
  faults: 2,
  schemaMet: 5,
  withinSla: 5,
  callerFaults: 1,
};

describe('usageOf', () => {
  it('counts every call that reached the tool, also what is evidence of nothing', () => {
    expect(usageOf(tally)).toEqual({ calls: 8, failures: 3, costUsd: 0 });
    expect(usageOf({ ...tally, neutral: 4, costUsd: 3 })).toEqual({ calls: 12, failures: 7, costUsd: 3 });
  });
});
