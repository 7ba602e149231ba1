import { wilson } from '@assay/kernel';
import type { CandidateCounts } from './candidate-store.js';

/** Fewer calls say nothing, on either side. */
export const minCanaryCalls = 20;
/** Of a canary that is judged alone, because the tool in use had too few calls. */
const toleratedAlone = 0.5;
/** 99 % intervals: a canary is judged again and again, and each time is a chance to be wrong. */
const z99 = 2.576;

/**
 * Why a canary is rolled back; null when it is not. It fails more often than the tool in use when the intervals of both
 * failure rates (Wilson, 99 %) do not overlap. While the tool in use had too few calls, it is rolled back when it surely
 * fails more than half of its own.
 */
export function judgeCanary(
  counts: Pick<CandidateCounts, 'calls' | 'failures' | 'primaryCalls' | 'primaryFailures'>,
): string | null {
  const { calls, failures, primaryCalls, primaryFailures } = counts;
  if (calls < minCanaryCalls) return null;
  const own = wilson(failures, calls, z99);
  const other = primaryCalls < minCanaryCalls ? null : wilson(primaryFailures, primaryCalls, z99);
  if (own === null || own.low <= (other?.high ?? toleratedAlone)) return null;
  const beside =
    other === null ? 'more than half' : `${percent(other.value)} of ${primaryCalls} calls of the tool in use`;
  return `${percent(own.value)} of its ${calls} calls failed through its own fault, against ${beside}`;
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;
