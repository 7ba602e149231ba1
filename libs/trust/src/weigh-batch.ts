import {
  addWeights,
  atMost,
  maxCallsADay,
  maxOrganisationCallsADay,
  minusWeights,
  noWeights,
  type Weights,
} from './caller-weight.js';
import type { EvidenceBatch, EvidenceBucket } from './evidence-store.js';
import { type LatencyBins, LatencySketch } from './latency-sketch.js';

/** Calls of one caller of a version on one day, as discounts count them. */
export interface CallerDay {
  readonly versionId: string;
  readonly day: number;
  readonly caller: string;
  readonly organisationId: string;
  readonly own: boolean;
  readonly member: boolean;
  readonly good: number;
  readonly faults: number;
  readonly semantic: number;
  readonly schemaMet: number;
  readonly withinSla: number;
}

/** What the callers of one other organisation weigh together on one day, before that organisation's own limit. */
export interface OrganisationDay {
  readonly versionId: string;
  readonly day: number;
  readonly organisationId: string;
  readonly weights: Weights;
}

/** What a batch adds to a bucket. Weights may fall: a discount is shared by all calls of its day. */
export type BucketAddition = EvidenceBucket & { readonly day: number };

type Keyed = Pick<CallerDay, 'versionId' | 'day'>;
const callerKey = ({ versionId, day, caller }: Keyed & { readonly caller: string }) => `${versionId} ${day} ${caller}`;
const organisationKey = ({ versionId, day, organisationId }: Keyed & { readonly organisationId: string }) =>
  `${versionId} ${day} ${organisationId}`;

const inOrder = <T>(byKey: ReadonlyMap<string, T>): T[] =>
  [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, it]) => it);

/** What the batch adds to each caller's day, in the order of their keys; days without evidence are left out. */
export function callerDays(batch: EvidenceBatch): CallerDay[] {
  const days = new Map<string, CallerDay>();
  for (const { semantic = 0, ...tally } of batch.callers) {
    if (tally.good + tally.faults + semantic === 0) continue;
    const { versionId, day, caller, organisationId, own, member, good, faults, schemaMet, withinSla } = tally;
    const added = { versionId, day, caller, organisationId, own, member, good, faults, semantic, schemaMet, withinSla };
    const known = days.get(callerKey(tally));
    days.set(callerKey(tally), known === undefined ? added : addDays(known, added));
  }
  return inOrder(days);
}

/** A caller's day with more calls in it. */
export const addDays = (one: CallerDay, other: CallerDay): CallerDay => ({
  ...one,
  good: one.good + other.good,
  faults: one.faults + other.faults,
  semantic: one.semantic + other.semantic,
  schemaMet: one.schemaMet + other.schemaMet,
  withinSla: one.withinSla + other.withinSla,
});

/** The calls of a caller's day that are evidence: all of its semantic errors together are at most one failure. */
function evidenceOf({ good, faults, semantic, schemaMet, withinSla }: CallerDay): Weights {
  const failed = faults + Math.min(1, semantic);
  return { calls: good + failed, faults: failed, schemaMet, withinSla };
}

const weightOf = (day: CallerDay | undefined): Weights =>
  day === undefined ? noWeights : atMost(maxCallsADay, evidenceOf(day));

interface Change {
  readonly day: CallerDay;
  readonly isNew: boolean;
  /** Without discounts, and after the caller's own. */
  readonly counted: Weights;
  readonly weighed: Weights;
}

function changesOf(batch: EvidenceBatch, before: readonly CallerDay[]): Change[] {
  const former = new Map(before.map((it) => [callerKey(it), it]));
  return callerDays(batch).map((added) => {
    const known = former.get(callerKey(added));
    const now = known === undefined ? added : addDays(known, added);
    return {
      day: added,
      isNew: known === undefined,
      counted: minusWeights(evidenceOf(now), known === undefined ? noWeights : evidenceOf(known)),
      weighed: minusWeights(weightOf(now), weightOf(known)),
    };
  });
}

/** What the batch adds to each other organisation's day, given what its callers had done before. */
export function organisationDays(batch: EvidenceBatch, before: readonly CallerDay[]): OrganisationDay[] {
  const days = new Map<string, OrganisationDay>();
  for (const { day: of, weighed } of changesOf(batch, before)) {
    if (of.own) continue;
    const { versionId, day, organisationId } = of;
    const known = days.get(organisationKey(of))?.weights ?? noWeights;
    days.set(organisationKey(of), { versionId, day, organisationId, weights: addWeights(known, weighed) });
  }
  return inOrder(days);
}

/**
 * What a batch adds to each bucket, given what its callers and their organisations had done on the same days before. Costs
 * the same however many calls those were.
 */
export function weighBatch(
  batch: EvidenceBatch,
  callersBefore: readonly CallerDay[],
  organisationsBefore: readonly OrganisationDay[],
): BucketAddition[] {
  const buckets = new Map<string, BucketAddition>();
  const add = (of: Keyed & { readonly own: boolean }, parts: Partial<BucketAddition>) => {
    const key = `${of.versionId} ${of.day} ${of.own}`;
    buckets.set(key, addBuckets(buckets.get(key) ?? emptyBucket(of), { ...emptyBucket(of), ...parts }));
  };
  for (const { day, isNew, counted, weighed } of changesOf(batch, callersBefore)) {
    const { calls, faults } = counted;
    add(day, {
      ...{ calls, faults, callers: Number(isNew), inside: weighed },
      ...(day.member && { memberCalls: calls, memberFaults: faults }),
      ...(day.own && { outside: weighed }),
    });
  }
  const former = new Map(organisationsBefore.map((it) => [organisationKey(it), it.weights]));
  for (const { weights, ...of } of organisationDays(batch, callersBefore)) {
    const known = former.get(organisationKey(of)) ?? noWeights;
    const capped = (it: Weights) => atMost(maxOrganisationCallsADay, it);
    add({ ...of, own: false }, { outside: minusWeights(capped(addWeights(known, weights)), capped(known)) });
  }
  for (const tally of batch.callers) if (tally.callerFaults > 0) add(tally, { callerFaults: tally.callerFaults });
  return inOrder(buckets);
}

export const addBins = (one: LatencyBins, other: LatencyBins): LatencyBins => LatencySketch.of(one, other).bins();

/** Two parts of one bucket, added up. */
export const addBuckets = <T extends EvidenceBucket>(one: T, other: EvidenceBucket): T => ({
  ...one,
  calls: one.calls + other.calls,
  faults: one.faults + other.faults,
  memberCalls: one.memberCalls + other.memberCalls,
  memberFaults: one.memberFaults + other.memberFaults,
  callerFaults: one.callerFaults + other.callerFaults,
  inside: addWeights(one.inside, other.inside),
  outside: addWeights(one.outside, other.outside),
  callers: one.callers + other.callers,
});

const emptyBucket = ({ versionId, day, own }: Keyed & { readonly own: boolean }): BucketAddition => ({
  ...{ versionId, day, own },
  ...{ calls: 0, faults: 0, memberCalls: 0, memberFaults: 0, callerFaults: 0, callers: 0 },
  inside: noWeights,
  outside: noWeights,
});
