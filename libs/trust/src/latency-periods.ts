import { dayMs } from '@assay/kernel';
import { type LatencyBins, LatencySketch } from './latency-sketch.js';

/** Measurements are kept in periods of so many days, and so many periods: 30 to 40 days in at most four rows. */
const periodMs = 10 * dayMs;
const keptPeriods = 4;
/** Quantiles that moved by less than this share are not worth telling every replica. */
const tellingChange = 0.05;
/** Until so many calls, each new one may matter: measurements start to count, and weigh against their prior. */
const fewCalls = 20;

/** The first day of the period that a day lies in, in ms since the epoch. */
export const periodOf = (day: number): number => Math.floor(day / periodMs) * periodMs;

/** Periods before this one are forgotten. */
export const oldestPeriod = (at: number): number => periodOf(at) - (keptPeriods - 1) * periodMs;

export interface LatencySummary {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** What the periods of one organisation and version come to; undefined when nothing is in them. */
export function summaryOf(periods: readonly LatencyBins[]): LatencySummary | undefined {
  const sketch = LatencySketch.of(...periods);
  const at = (share: number) => sketch.quantile(share) ?? 0;
  return sketch.count === 0 ? undefined : { calls: sketch.count, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

/** Whether a summary differs enough from the last reported one. */
export function isWorthNotifying(now: LatencySummary, before: LatencySummary | undefined): boolean {
  if (before === undefined || now.calls < fewCalls || now.calls >= 2 * before.calls) return true;
  return (['p50Ms', 'p95Ms', 'p99Ms'] as const).some(
    (it) => Math.abs(now[it] - before[it]) > tellingChange * before[it],
  );
}
