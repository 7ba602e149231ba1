import { addedWeight } from './caller-weight.js';
import type { CallerTally, EvidenceBatch, EvidenceBucket } from './evidence-store.js';
import { type LatencyBins, LatencySketch } from './latency-sketch.js';

/** Calls of one caller of a version on one day, as discounts count them. */
export interface CallerDay {
  readonly versionId: string;
  readonly day: number;
  readonly caller: string;
  readonly calls: number;
}

/** What a batch adds to a bucket. */
export type BucketAddition = EvidenceBucket & { readonly day: number };

const callsOf = ({ good, faults }: CallerTally): number => good + faults;
const dayKey = ({ versionId, day, caller }: Pick<CallerDay, 'versionId' | 'day' | 'caller'>): string =>
  `${versionId} ${day} ${caller}`;

/** How many calls that are evidence the batch holds of each caller and day, in the order of their keys. */
export function callerDays(batch: EvidenceBatch): CallerDay[] {
  const days = new Map<string, CallerDay>();
  for (const tally of batch.callers) {
    const key = dayKey(tally);
    const { versionId, day, caller } = tally;
    const calls = (days.get(key)?.calls ?? 0) + callsOf(tally);
    if (calls > 0) days.set(key, { versionId, day, caller, calls });
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

/**
 * What a batch adds to each bucket, given how many calls each caller had made on its day before. A caller's added weight
 * is shared by its calls in the batch alike, good or bad.
 */
export function weighBatch(batch: EvidenceBatch, before: readonly CallerDay[]): BucketAddition[] {
  const added = new Map(callerDays(batch).map((it) => [dayKey(it), it.calls]));
  const former = new Map(before.map((it) => [dayKey(it), it.calls]));
  const buckets = new Map<string, BucketAddition>();
  const seen = new Set<string>();
  for (const tally of batch.callers) {
    const key = dayKey(tally);
    const calls = added.get(key) ?? 0;
    const share = calls === 0 ? 0 : addedWeight(former.get(key) ?? 0, calls) / calls;
    const isNew = calls > 0 && !former.has(key) && !seen.has(key);
    seen.add(key);
    const bucket = `${tally.versionId} ${tally.day} ${tally.own}`;
    buckets.set(bucket, plus(buckets.get(bucket) ?? empty(tally), tally, share, isNew));
  }
  for (const { bins, ...of } of batch.latencies) {
    const key = `${of.versionId} ${of.day} ${of.own}`;
    const bucket = buckets.get(key);
    if (bucket !== undefined) buckets.set(key, { ...bucket, latency: addBins(bucket.latency, bins) });
  }
  return [...buckets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bucket]) => bucket);
}

export const addBins = (one: LatencyBins, other: LatencyBins): LatencyBins => LatencySketch.of(one, other).bins();

const plus = (bucket: BucketAddition, tally: CallerTally, share: number, isNew: boolean): BucketAddition => ({
  ...bucket,
  calls: bucket.calls + callsOf(tally),
  faults: bucket.faults + tally.faults,
  callerFaults: bucket.callerFaults + tally.callerFaults,
  weight: bucket.weight + share * callsOf(tally),
  faultWeight: bucket.faultWeight + share * tally.faults,
  schemaWeight: bucket.schemaWeight + share * tally.schemaMet,
  slaWeight: bucket.slaWeight + share * tally.withinSla,
  callers: bucket.callers + (isNew ? 1 : 0),
});

const empty = ({ versionId, day, own }: CallerTally): BucketAddition => ({
  versionId,
  day,
  own,
  calls: 0,
  faults: 0,
  callerFaults: 0,
  weight: 0,
  faultWeight: 0,
  schemaWeight: 0,
  slaWeight: 0,
  callers: 0,
  latency: {},
});
