import { describe, expect, it } from '@jest/globals';
import type { CallerTally, EvidenceBatch } from './evidence-store.js';
import { aTally } from './testing/evidence-samples.js';
import { addBins, addDays, callerDays, organisationDays, weighBatch } from './weigh-batch.js';

const aBatch = (...callers: CallerTally[]): EvidenceBatch => ({ id: 'b', callers, latencies: [] });
/** What the callers of a batch have done, as it is before the next one. */
const after = (batch: EvidenceBatch) => callerDays(batch);

describe('weighBatch', () => {
  it('counts up to twenty calls of a caller and day, good and bad alike, whenever they came', () => {
    const morning = aBatch(aTally({ good: 10, schemaMet: 10, withinSla: 0 }));
    const evening = aBatch(aTally({ good: 0, faults: 30, schemaMet: 0, withinSla: 0 }));
    const [first] = weighBatch(morning, [], []);
    expect(first).toMatchObject({ calls: 10, faults: 0, callers: 1, inside: { calls: 10, faults: 0, schemaMet: 10 } });
    const [second] = weighBatch(evening, after(morning), organisationDays(morning, []));
    expect(second).toMatchObject({ calls: 30, faults: 30, callers: 0 });
    // Forty calls count as twenty: fifteen failures and five successes.
    expect([second?.inside.calls, second?.inside.faults, second?.inside.schemaMet]).toEqual([10, 15, -5]);
    expect(second?.outside).toEqual(second?.inside);
  });

  it('counts members of the namespace as one caller, and others of the organisation each by itself', () => {
    const own = { own: true, organisationId: 'org-acme', good: 20 };
    const batch = aBatch(
      aTally({ ...own, principalId: 'ann', caller: 'org-acme', member: true }),
      aTally({ ...own, principalId: 'cat', caller: 'org-acme', member: true }),
      aTally({ ...own, principalId: 'agent', caller: 'agent' }),
    );
    const [bucket] = weighBatch(batch, [], []);
    expect(bucket).toMatchObject({ own: true, calls: 60, memberCalls: 40, callers: 2, inside: { calls: 40 } });
    expect(bucket?.outside.calls).toBe(40);
  });

  it('counts up to a hundred calls of another organisation a day outside, and all of its people inside', () => {
    const people = Array.from({ length: 8 }, (_, index) =>
      aTally({ principalId: `p${index}`, caller: `p${index}`, good: 20, schemaMet: 20, withinSla: 20 }),
    );
    const [bucket] = weighBatch(aBatch(...people), [], []);
    expect([bucket?.inside.calls, bucket?.outside.calls]).toEqual([160, 100]);
    const [more] = weighBatch(
      aBatch(aTally({ principalId: 'new', caller: 'new', faults: 9, good: 0 })),
      [],
      [
        {
          versionId: 'v1',
          day: 0,
          organisationId: 'org-other',
          weights: { calls: 160, faults: 0, schemaMet: 160, withinSla: 160 },
        },
      ],
    );
    expect(more?.inside.calls).toBe(9);
    expect(more?.outside.calls).toBeCloseTo(0, 9);
    expect(more?.outside.faults).toBeCloseTo((9 * 100) / 169, 9);
  });

  it('counts semantic errors of a caller and day as one failure, and further ones not at all', () => {
    const wrong = aBatch(aTally({ good: 0, schemaMet: 0, withinSla: 0, semantic: 50 }));
    expect(weighBatch(wrong, [], [])[0]).toMatchObject({ calls: 1, faults: 1, inside: { calls: 1, faults: 1 } });
    const [again] = weighBatch(wrong, after(wrong), organisationDays(wrong, []));
    expect(again).toMatchObject({ calls: 0, faults: 0, inside: { calls: 0, faults: 0 } });
  });

  it('counts what is no evidence beside it', () => {
    const [bucket] = weighBatch(aBatch(aTally({ good: 0, schemaMet: 0, withinSla: 0, callerFaults: 4 })), [], []);
    expect(bucket).toMatchObject({ calls: 0, callers: 0, callerFaults: 4, inside: { calls: 0 } });
  });
});

it('adds bins, and days of one caller', () => {
  expect(addBins({ '4': 2 }, { '4': 1, '5': 1 })).toEqual({ '4': 3, '5': 1 });
  const [day] = callerDays(aBatch(aTally({ good: 2, faults: 1 })));
  expect(day && addDays(day, day)).toMatchObject({ good: 4, faults: 2, schemaMet: 2 });
});
