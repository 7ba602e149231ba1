import { ratePrior as prior, type TrustInView, type VersionTrust } from '@assay/registry';
import type { Evidence } from './evidence.js';

export const signalWeights = {
  reliability: 0.25,
  schemaCompliance: 0.15,
  slaAdherence: 0.15,
  securityAudit: 0.15,
  communityRating: 0.1,
  providerReputation: 0.1,
  freshness: 0.05,
  usageVolume: 0.05,
} as const;
export type SignalName = keyof typeof signalWeights;

export interface Signal {
  readonly name: SignalName;
  /** In [0,1]. */
  readonly value: number;
  readonly sampleSize: number;
  readonly weight: number;
  /** weight · value. */
  readonly contribution: number;
}

/** Trust before decay. */
export interface TrustScore {
  /** The sum of the contributions, at least `leastBase`. */
  readonly base: number;
  /** How much evidence it rests on: n / (n + 20). */
  readonly confidence: number;
  readonly signals: readonly Signal[];
}

/** Its logarithm is taken, so it is never 0. */
export const minBase = 1e-6;

/** What is not declared, or not known, counts from 0.5 at first towards reliability, but at most `max`, as calls come in. */
const unknown = { start: 0.5, max: 0.7, calls: 100 };
/** A rating starts from the mean of what is unknown, with the weight of so many votes; a reputation, with that of a tool. */
const ratingPriorVotes = 10;
const reputationPrior = 1;
/** At most this, before the first success: a provider's other tools do not prove that this one works. */
const maxReputationUntried = 0.5;
const maxStars = 5;
/** Share of calls within the declared p95 that meets an SLA in full. */
const slaTarget = 0.95;
/** Calls at which usage counts in full. */
const usageThreshold = 10_000;
/** What reliability counts for while the last verification is red: the calls that speak for the tool were of another one. */
const driftedShare = 0.5;
const auditValues = { none: 0, self: 0.5, 'third-party': 1 } as const;

/** Every number that a score is worked out by. */
export const scoreNumbers = {
  signalWeights,
  minBase,
  prior,
  unknown,
  ratingPriorVotes,
  reputationPrior,
  maxReputationUntried,
  maxStars,
  slaTarget,
  usageThreshold,
  driftedShare,
  auditValues,
} as const;

/** S = Σ weight · signal, from evidence alone: time plays no part in it. */
export function trustScore(evidence: Evidence): TrustScore {
  const names = Object.keys(signalWeights) as SignalName[];
  const signals = names.map((name) => {
    const { value, sampleSize } = measures[name](evidence);
    const weight = signalWeights[name];
    return { name, value, sampleSize, weight, contribution: weight * value };
  });
  const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
  return {
    base: Math.max(minBase, sum),
    confidence: evidence.calls / (evidence.calls + prior.calls),
    signals,
  };
}

interface Measure {
  readonly value: number;
  readonly sampleSize: number;
}

const reliabilityOf = (evidence: Evidence): number => {
  const { value } = rate(evidence, goodShare(evidence));
  return evidence.drifted === true ? value * driftedShare : value;
};

/**
 * u: what an undeclared SLA, a missing output schema, no rating and no other tool count. It follows reliability without a
 * jump, so a proven tool without a contract can get far, and stays at 0.7 at most, so that declaring one still pays.
 */
export const unknownValue = (evidence: Evidence): number =>
  unknown.start +
  (Math.min(unknown.max, reliabilityOf(evidence)) - unknown.start) * Math.min(1, evidence.calls / unknown.calls);

const measures: Readonly<Record<SignalName, (evidence: Evidence) => Measure>> = {
  reliability: (evidence) => ({ value: reliabilityOf(evidence), sampleSize: evidence.calls }),
  schemaCompliance: (evidence) =>
    evidence.declaresOutputSchema
      ? rate(evidence, share(evidence.schemaMet, evidence.calls))
      : { value: unknownValue(evidence), sampleSize: evidence.calls },
  slaAdherence: (evidence) =>
    evidence.declaresSla
      ? rate(evidence, Math.min(1, share(evidence.withinSla, evidence.calls) / slaTarget))
      : { value: unknownValue(evidence), sampleSize: evidence.calls },
  securityAudit: ({ audit, worked }) => ({
    value: worked ? auditValues[audit] : 0,
    sampleSize: audit === 'none' ? 0 : 1,
  }),
  communityRating: (evidence) => {
    const { votes, stars } = evidence.worked ? evidence.ratings : { votes: 0, stars: 0 };
    const sum = unknownValue(evidence) * ratingPriorVotes + stars / maxStars;
    return { value: sum / (ratingPriorVotes + votes), sampleSize: votes };
  },
  providerReputation: (evidence) => {
    const { score, confidence, sampleSize } = evidence.reputation ?? { score: 0, confidence: 0, sampleSize: 0 };
    if (evidence.reputationValue !== undefined) return { value: evidence.reputationValue, sampleSize };
    const value = (unknownValue(evidence) * reputationPrior + score * confidence) / (reputationPrior + confidence);
    return { value: evidence.worked ? value : Math.min(maxReputationUntried, value), sampleSize };
  },
  freshness: ({ verified, worked }) => ({ value: verified && worked ? 1 : 0, sampleSize: verified ? 1 : 0 }),
  usageVolume: ({ usage }) => ({
    value: Math.min(1, Math.log1p(Math.max(0, usage)) / Math.log1p(usageThreshold)),
    sampleSize: usage,
  }),
};

/** Signals that a tool which never works may keep: automatic revocation does not look at them. */
const setAside: ReadonlySet<SignalName> = new Set(['securityAudit', 'freshness', 'communityRating']);

/** S without its audit, freshness and rating terms, as a share of the weight that remains; in [0,1]. */
export function workingShareOf({ signals }: Pick<TrustInView, 'signals'>): number {
  const counted = signals.filter(({ name }) => !setAside.has(name as SignalName));
  const weightOf = ({ name }: { readonly name: string }): number => signalWeights[name as SignalName];
  const weight = counted.reduce((sum, it) => sum + weightOf(it), 0);
  return weight === 0 ? 0 : counted.reduce((sum, it) => sum + weightOf(it) * it.value, 0) / weight;
}

/** The lower of both views: what automatic revocation acts on. */
export const workingShareIn = ({ inside, outside }: Pick<VersionTrust, 'inside' | 'outside'>): number =>
  Math.min(workingShareOf(inside), workingShareOf(outside));

/** A share that starts from the prior and follows what is observed as calls come in. */
const rate = ({ calls }: Evidence, observed: number): Measure => ({
  value: clamped((prior.mean * prior.calls + observed * calls) / (prior.calls + calls)),
  sampleSize: calls,
});

/** Share of calls without the tool's fault. */
const goodShare = ({ calls, faults }: Evidence): number => share(calls - faults, calls);

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
/** Sums of discounted evidence are right to their last digits only. */
const clamped = (value: number): number => Math.min(1, Math.max(0, value));
