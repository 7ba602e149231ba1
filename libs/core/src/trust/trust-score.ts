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
export const leastBase = 1e-6;

/** Rates start from this mean, with the weight of so many calls. */
const prior = { mean: 0.7, calls: 20 };
/** What counts for something that was not declared, or that nobody has said. */
const undeclared = 0.5;
/** A rating starts from the mean that counts 0.5, with the weight of so many votes. */
const ratingPrior = { stars: 2.5, votes: 10 };
const mostStars = 5;
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
  leastBase,
  prior,
  undeclared,
  ratingPrior,
  mostStars,
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
    base: Math.max(leastBase, sum),
    confidence: evidence.calls / (evidence.calls + prior.calls),
    signals,
  };
}

interface Measure {
  readonly value: number;
  readonly sampleSize: number;
}

const measures: Readonly<Record<SignalName, (evidence: Evidence) => Measure>> = {
  reliability: (evidence) => {
    const { value, sampleSize } = rate(evidence, goodShare(evidence), prior.mean);
    return { value: evidence.drifted === true ? value * driftedShare : value, sampleSize };
  },
  schemaCompliance: (evidence) =>
    evidence.declaresOutputSchema
      ? rate(evidence, share(evidence.schemaMet, evidence.calls), prior.mean)
      : rate(evidence, undeclared * goodShare(evidence), undeclared),
  slaAdherence: (evidence) =>
    evidence.declaresSla
      ? rate(evidence, Math.min(1, share(evidence.withinSla, evidence.calls) / slaTarget), prior.mean)
      : rate(evidence, undeclared * goodShare(evidence), undeclared),
  securityAudit: ({ audit }) => ({ value: auditValues[audit], sampleSize: audit === 'none' ? 0 : 1 }),
  communityRating: ({ ratings: { votes, stars } }) => ({
    value: (ratingPrior.stars * ratingPrior.votes + stars) / (ratingPrior.votes + votes) / mostStars,
    sampleSize: votes,
  }),
  providerReputation: ({ reputation }) => ({
    value: reputation?.score ?? undeclared,
    sampleSize: reputation?.sampleSize ?? 0,
  }),
  freshness: ({ verified }) => ({ value: verified ? 1 : 0, sampleSize: verified ? 1 : 0 }),
  usageVolume: ({ usage }) => ({
    value: Math.min(1, Math.log1p(usage) / Math.log1p(usageThreshold)),
    sampleSize: usage,
  }),
};

/** Calls from which on a share of them says something by itself, without a prior. */
const tellingCalls = 10;

/** The share of good calls that a rate rests on, the prior taken out again; null of too few calls to tell. */
export function observedShare({ value, sampleSize }: Pick<Signal, 'value' | 'sampleSize'>): number | null {
  if (sampleSize < tellingCalls) return null;
  const share = (value * (prior.calls + sampleSize) - prior.mean * prior.calls) / sampleSize;
  return Math.min(1, Math.max(0, share));
}

/** An observed value that takes over from its prior as calls come in. */
function rate({ calls }: Evidence, observed: number, mean: number): Measure {
  return { value: (mean * prior.calls + observed * calls) / (prior.calls + calls), sampleSize: calls };
}

/**
 * Share of calls without the tool's fault. What was not declared counts 0.5 of each such call: a tool that always
 * fails tends to 0 in those signals too, so that declaring nothing is no shelter.
 */
const goodShare = ({ calls, faults }: Evidence): number => share(calls - faults, calls);

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
