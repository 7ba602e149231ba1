import type { EvidenceView, Manifest } from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import { addWeights, atMost, maxOwnWeight, noWeights, timesWeights, type Weights } from './caller-weight.js';
import { type Evidence, noEvidence } from './evidence.js';
import type { EvidenceBucket, EvidenceOfVersion, VoteSum, Votes } from './evidence-store.js';

/** Days that rates are taken over, today included. */
export const windowDays = 30;
/** Days for which the state of trust is kept. */
export const historyDays = 90;
/** Outside, however many of the owning organisation's people vote, together they are one voter. */
const maxOwnVotes = 1;
/**
 * Votes of one other organisation that count in full. Together they never reach twice as many (n votes count 10 − 25/n):
 * otherwise an organisation that creates principals would create voters.
 */
const fullVotes = 5;
/** Less than this is what rounding leaves of nothing. */
const minWeight = 1e-9;

/** Every number that evidence is weighed by when it is read. */
export const weighingNumbers = { windowDays, maxOwnVotes, fullVotes, maxOwnWeight } as const;

/** The first day of the window that ends with the day of `at`. */
export const windowStart = (at: number): number => Math.floor(at / dayMs) * dayMs - (windowDays - 1) * dayMs;

/** What is known besides calls and votes. */
export interface KnownBeside {
  readonly manifest: Manifest;
  readonly audit: Evidence['audit'];
  readonly verified: boolean;
  /** Whether a verification ever ran its examples and they passed. */
  readonly examplePassed: boolean;
  readonly reputation: Evidence['reputation'];
}

export interface Weighing {
  readonly view: EvidenceView;
  readonly at: number;
  /** The owning organisation's calls count in full, without any discount: for the guard of BETA only. */
  readonly ownInFull?: boolean;
}

const sumOf = (buckets: readonly EvidenceBucket[], of: (bucket: EvidenceBucket) => Weights): Weights =>
  buckets.reduce((sum, bucket) => addWeights(sum, of(bucket)), noWeights);

const within = (buckets: readonly EvidenceBucket[], at: number): EvidenceBucket[] =>
  buckets.filter(({ day }) => day !== null && day >= windowStart(at));

/** A bucket's weights with its discounts taken out again, as far as its calls were counted here and not inherited. */
const inFull = ({ calls, inside }: EvidenceBucket): Weights =>
  calls > inside.calls && inside.calls > 0 ? timesWeights(calls / inside.calls, inside) : inside;

/** What calls weigh in a view; `own` and `others` are the owning organisation's and everybody else's. */
function weighCalls(buckets: readonly EvidenceBucket[], { view, ownInFull = false }: Weighing): Weights {
  const own = buckets.filter((it) => it.own);
  const others = sumOf(
    buckets.filter((it) => !it.own),
    (it) => it[view],
  );
  if (ownInFull) return addWeights(others, sumOf(own, inFull));
  const ours = sumOf(own, (it) => it[view]);
  return addWeights(others, view === 'inside' ? ours : atMost(maxOwnWeight, ours));
}

/**
 * Total calls, for the volume signal. Outside, the owning organisation's do not count: even three of them would raise a
 * new tool by 0.0075, and by more than 0.03 together with the rates.
 */
const usageIn = (buckets: readonly EvidenceBucket[], { view, ownInFull = false }: Weighing): number =>
  sumOf(buckets, (it) => {
    if (!it.own || (view === 'inside' && !ownInFull)) return it[view];
    return ownInFull ? inFull(it) : noWeights;
  }).calls;

const hasWorked = ({ buckets }: EvidenceOfVersion, examplePassed: boolean): boolean =>
  examplePassed ||
  buckets.some(({ calls, faults, inside }) => calls > faults || inside.calls - inside.faults > minWeight);

/** The evidence of a version in one view, as trust is computed from it. */
export function weighEvidence(known: EvidenceOfVersion, beside: KnownBeside, weighing: Weighing): Evidence {
  const { manifest, audit, verified, examplePassed, reputation } = beside;
  return {
    ...noEvidence(manifest),
    ...weighCalls(within(known.buckets, weighing.at), weighing),
    usage: usageIn(known.buckets, weighing),
    ratings: weighVotes(known.votes, weighing.view),
    worked: hasWorked(known, examplePassed),
    ...{ audit, verified, reputation },
  };
}

/** What calls alone say in one view, and in the outside view only those of other organisations: for reputation. */
export function observedEvidence({ buckets }: EvidenceOfVersion, manifest: Manifest, { view, at }: Weighing): Evidence {
  const seen = within(buckets, at).filter(({ own }) => view === 'inside' || !own);
  return { ...noEvidence(manifest), ...sumOf(seen, (it) => it[view]) };
}

/** Inside, each person of the owning organisation has a vote; outside they share one. */
function weighVotes({ others, own }: Votes, view: EvidenceView): Evidence['ratings'] {
  const ours = { sum: own, weight: view === 'inside' ? own.count : Math.min(own.count, maxOwnVotes) };
  const weighed = [ours, ...others.map((sum) => ({ sum, weight: otherVotes(sum) }))].filter(({ weight }) => weight > 0);
  return {
    votes: weighed.reduce((total, { weight }) => total + weight, 0),
    stars: weighed.reduce((total, { sum, weight }) => total + (weight * sum.stars) / sum.count, 0),
  };
}

const otherVotes = ({ count }: VoteSum): number =>
  count <= fullVotes ? count : 2 * fullVotes - fullVotes ** 2 / count;

/** Calls over the version's life that are evidence, without discounts: by members of its namespace, and by others. */
export function callsEver({ buckets }: EvidenceOfVersion): { readonly others: number; readonly own: number } {
  const own = buckets.reduce((total, it) => total + it.memberCalls, 0);
  return { others: buckets.reduce((total, it) => total + it.calls, 0) - own, own };
}

/** Of these, calls that did not fail through the tool. */
export function goodCallsEver({ buckets }: EvidenceOfVersion): { readonly others: number; readonly own: number } {
  const own = buckets.reduce((total, it) => total + it.memberCalls - it.memberFaults, 0);
  return { others: buckets.reduce((total, it) => total + it.calls - it.faults, 0) - own, own };
}
