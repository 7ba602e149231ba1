import type { TrustInView, VersionTrust } from '@assay/registry';
import type { CallerTally, EvidenceBucket } from '../evidence-store.js';

/** Trust that is the same in both views by default. */
export function aTrust(view: Partial<TrustInView> = {}, parts: Partial<VersionTrust> = {}): VersionTrust {
  const both = { base: 0.5, confidence: 0.5, signals: [], observed: { score: 0.5, confidence: 0 }, ...view };
  return { inside: both, outside: both, calls: { others: 0, own: 0 }, votes: { count: 0, stars: 0 }, ...parts };
}

/** One good call of bob, of another organisation, on the first of January 1970. */
export const aTally = (parts: Partial<CallerTally> = {}): CallerTally => ({
  ...{
    versionId: 'v1',
    day: 0,
    principalId: 'bob',
    caller: 'bob',
    organisationId: 'org-other',
    own: false,
    member: false,
  },
  ...{ good: 1, faults: 0, schemaMet: 1, withinSla: 1, callerFaults: 0 },
  ...parts,
});

/** A day's calls by others, the same in both views. */
export const aBucket = (parts: Partial<EvidenceBucket> = {}): EvidenceBucket => ({
  ...{ versionId: 'v1', day: 0, own: false, calls: 10, faults: 2, memberCalls: 0, memberFaults: 0 },
  ...{ callerFaults: 0, callers: 2 },
  inside: { calls: 8, faults: 1, schemaMet: 6, withinSla: 5 },
  outside: { calls: 8, faults: 1, schemaMet: 6, withinSla: 5 },
  ...parts,
});
