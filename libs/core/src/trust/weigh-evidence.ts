import type { Manifest } from '@assay/contracts';
import { mostOwnWeight, ownShare } from './caller-weight.js';
import { type Evidence, noEvidence } from './evidence.js';
import type { EvidenceBucket, EvidenceOfVersion, Votes } from './evidence-store.js';
import { LatencySketch } from './latency-sketch.js';

/** Days that rates are taken over, today included. */
export const windowDays = 30;
const dayMs = 86_400_000;
/** Good calls by others from which on a measured p95 is shown. */
const enoughCalls = 20;
/** However many of the provider's own people vote, together they are one voter. */
const mostOwnVotes = 1;
/**
 * Votes of one other organisation that count in full. Together they never reach twice as many (n votes count 10 − 25/n):
 * whoever can make principals at will could otherwise make voters.
 */
const fullVotes = 5;

/** Every number that evidence is weighed by when it is read. */
export const weighingNumbers = { windowDays, enoughCalls, mostOwnVotes, fullVotes, mostOwnWeight } as const;

/** The first day of the window that ends with the day of `at`. */
export const windowStart = (at: number): number => Math.floor(at / dayMs) * dayMs - (windowDays - 1) * dayMs;

/** What is known beside calls and votes. */
export interface KnownBeside {
  readonly manifest: Manifest;
  readonly audit: Evidence['audit'];
  readonly verified: boolean;
  readonly reputation: Evidence['reputation'];
}

interface Sums {
  readonly weight: number;
  readonly faultWeight: number;
  readonly schemaWeight: number;
  readonly slaWeight: number;
}

function sumOf(buckets: readonly EvidenceBucket[]): Sums {
  const sum = (of: (bucket: EvidenceBucket) => number) => buckets.reduce((total, it) => total + of(it), 0);
  return {
    weight: sum((it) => it.weight),
    faultWeight: sum((it) => it.faultWeight),
    schemaWeight: sum((it) => it.schemaWeight),
    slaWeight: sum((it) => it.slaWeight),
  };
}

const within = (buckets: readonly EvidenceBucket[], at: number): EvidenceBucket[] =>
  buckets.filter(({ day }) => day !== null && day >= windowStart(at));

/**
 * The evidence of a version as trust is worked out from it: others' calls, and what the provider's own add to them. `share`
 * is the factor on the latter's weight; BETA's guard takes them whole.
 */
export function weighEvidence(
  { buckets, votes }: EvidenceOfVersion,
  beside: KnownBeside,
  at: number,
  share: (ownWeight: number) => number = ownShare,
): Evidence {
  const others = buckets.filter(({ own }) => !own);
  const own = buckets.filter((it) => it.own);
  const [theirs, ours] = [sumOf(within(others, at)), sumOf(within(own, at))];
  const part = share(ours.weight);
  const ever = sumOf(own).weight;
  return {
    ...noEvidence(beside.manifest),
    calls: theirs.weight + part * ours.weight,
    faults: theirs.faultWeight + part * ours.faultWeight,
    schemaMet: theirs.schemaWeight + part * ours.schemaWeight,
    withinSla: theirs.slaWeight + part * ours.slaWeight,
    usage: sumOf(others).weight + share(ever) * ever,
    ratings: weighVotes(votes),
    audit: beside.audit,
    verified: beside.verified,
    reputation: beside.reputation,
  };
}

/** The same of others' calls alone: what speaks for a provider's other tools. */
export function othersEvidence({ buckets }: EvidenceOfVersion, manifest: Manifest, at: number): Evidence {
  const { weight, faultWeight, schemaWeight, slaWeight } = sumOf(within(buckets, at).filter(({ own }) => !own));
  return { ...noEvidence(manifest), calls: weight, faults: faultWeight, schemaMet: schemaWeight, withinSla: slaWeight };
}

function weighVotes({ others, own }: Votes): Evidence['ratings'] {
  const weighed = [
    { sum: own, weight: Math.min(own.count, mostOwnVotes) },
    ...others.map((sum) => ({
      sum,
      weight: sum.count <= fullVotes ? sum.count : 2 * fullVotes - fullVotes ** 2 / sum.count,
    })),
  ].filter(({ weight }) => weight > 0);
  return {
    votes: weighed.reduce((total, { weight }) => total + weight, 0),
    stars: weighed.reduce((total, { sum, weight }) => total + (weight * sum.stars) / sum.count, 0),
  };
}

/** p95 of good calls by others in the window, in ms; null while there are too few of them. */
export function measuredLatency({ buckets }: EvidenceOfVersion, at: number) {
  const sketch = LatencySketch.of(...within(buckets, at).flatMap(({ own, latency }) => (own ? [] : [latency])));
  const of = (share: number): number | null => (sketch.count < enoughCalls ? null : (sketch.quantile(share) ?? null));
  return { p50Ms: of(0.5), p95Ms: of(0.95), p99Ms: of(0.99) };
}

/** Calls over the version's life that say something of it, without discounts. */
export function callsEver({ buckets }: EvidenceOfVersion): { readonly others: number; readonly own: number } {
  const sum = (own: boolean) => buckets.reduce((total, it) => total + (it.own === own ? it.calls : 0), 0);
  return { others: sum(false), own: sum(true) };
}
