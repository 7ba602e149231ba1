import type { TrustInView } from './records.js';

/** The prior of rates of a version's calls: its mean, and its weight in calls (SPEC section 2). */
export const ratePrior = { mean: 0.7, calls: 20 };

/** Minimum calls for which a share is meaningful without a ratePrior. */
const tellingCalls = 10;

/** The share of successful calls behind a rate, with the prior removed; null for too few calls. */
export function observedShare({ value, sampleSize }: Omit<TrustInView['signals'][number], 'name'>): number | null {
  if (sampleSize < tellingCalls) return null;
  const share = (value * (ratePrior.calls + sampleSize) - ratePrior.mean * ratePrior.calls) / sampleSize;
  return Math.min(1, Math.max(0, share));
}
