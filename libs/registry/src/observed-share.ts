import type { TrustInView } from './records.js';

/** Rates of a version's calls start from this mean, with the weight of so many calls (SPEC section 2). */
export const ratePrior = { mean: 0.7, calls: 20 };

/** Calls from which on a share of them says something by itself, without a ratePrior. */
const tellingCalls = 10;

/** The share of good calls that a rate rests on, the prior taken out again; null of too few calls to tell. */
export function observedShare({ value, sampleSize }: Omit<TrustInView['signals'][number], 'name'>): number | null {
  if (sampleSize < tellingCalls) return null;
  const share = (value * (ratePrior.calls + sampleSize) - ratePrior.mean * ratePrior.calls) / sampleSize;
  return Math.min(1, Math.max(0, share));
}
