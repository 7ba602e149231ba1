import { describe, expect, it } from '@jest/globals';
import { usageOf } from './evidence-store.js';
import { aTally } from './testing/evidence-samples.js';

const tally = aTally({ good: 5, faults: 2, callerFaults: 1 });

describe('usageOf', () => {
  it('counts every call that reached the tool, also those that are no evidence', () => {
    expect(usageOf(tally)).toEqual({ calls: 8, failures: 3, costUsd: 0 });
    expect(usageOf({ ...tally, neutral: 4, costUsd: 3 })).toEqual({ calls: 12, failures: 7, costUsd: 3 });
    expect(usageOf({ ...tally, semantic: 2 })).toMatchObject({ calls: 10, failures: 5 });
  });
});
