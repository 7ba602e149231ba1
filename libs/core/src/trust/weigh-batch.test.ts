import { describe, expect, it } from '@jest/globals';
import type { CallerTally, EvidenceBatch } from './evidence-store.js';
import { addBins, callerDays, weighBatch } from './weigh-batch.js';

const aTally = (parts: Partial<CallerTally> = {}): CallerTally => ({
  versionId: 'v1',
  day: 0,
  principalId: 'bob',
  caller: 'bob',
  own: false,
  good: 1,
  faults: 0,
  schemaMet: 1,
  withinSla: 1,
  callerFaults: 0,
  ...parts,
});
const aBatch = (...callers: CallerTally[]): EvidenceBatch => ({ id: 'b', callers, latencies: [] });

describe('weighBatch', () => {
  it('shares a caller’s weight among its calls, good and bad alike', () => {
    const batch = aBatch(aTally({ good: 30, faults: 10, schemaMet: 15, withinSla: 0 }));
    const [bucket] = weighBatch(batch, [{ versionId: 'v1', day: 0, caller: 'bob', calls: 10 }]);
    expect(bucket).toMatchObject({ calls: 40, faults: 10, weight: 8, faultWeight: 2, schemaWeight: 3, slaWeight: 0 });
    expect(bucket?.callers).toBe(0);
  });

  it('counts new callers once, and calls that are no evidence beside them', () => {
    const batch = aBatch(
      aTally({ principalId: 'ann', caller: 'org', own: true }),
      aTally({ principalId: 'cat', caller: 'org', own: true }),
      aTally({ good: 0, schemaMet: 0, withinSla: 0, callerFaults: 4 }),
    );
    expect(callerDays(batch)).toEqual([{ versionId: 'v1', day: 0, caller: 'org', calls: 2 }]);
    const [others, own] = weighBatch(batch, []);
    expect(others).toMatchObject({ own: false, calls: 0, callers: 0, weight: 0, callerFaults: 4 });
    expect(own).toMatchObject({ own: true, calls: 2, callers: 1, weight: 2 });
  });

  it('keeps the latencies of their bucket', () => {
    const batch = { ...aBatch(aTally()), latencies: [{ versionId: 'v1', day: 0, own: false, bins: { '4': 2 } }] };
    expect(weighBatch(batch, [])[0]?.latency).toEqual({ '4': 2 });
    expect(addBins({ '4': 2 }, { '4': 1, '5': 1 })).toEqual({ '4': 3, '5': 1 });
  });
});
