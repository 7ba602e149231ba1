import { type CallFigures, type ErrorCode, errorTable } from '@assay/contracts';
import { LatencySketch } from '../latency-sketch.js';
import type { CallTally, Counts } from './call-rollups.js';

export const noCalls: CallTally = Object.freeze({
  ...{ calls: 0, failures: 0, cached: 0, tokens: 0, costUsd: 0 },
  ...{ statuses: {}, codes: {}, levels: {}, bins: {} },
});

/** The sum of tallies. */
export function addTallies(tallies: readonly CallTally[]): CallTally {
  const sum = (of: (it: CallTally) => number): number => tallies.reduce((total, it) => total + of(it), 0);
  const counts = (of: (it: CallTally) => Counts): Counts => addCounts(tallies.map(of));
  return {
    calls: sum((it) => it.calls),
    failures: sum((it) => it.failures),
    cached: sum((it) => it.cached),
    tokens: sum((it) => it.tokens),
    costUsd: sum((it) => it.costUsd),
    statuses: counts((it) => it.statuses),
    codes: counts((it) => it.codes),
    levels: counts((it) => it.levels),
    bins: counts((it) => it.bins),
  };
}

function addCounts(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const name in counts) sums[name] = (sums[name] ?? 0) + (counts[name] as number);
  return sums;
}

/** Dollars are sums of six decimals at most; what binary fractions add beyond is cut off. */
const dollarDecimals = 9;
const msDecimals = 2;

/** What the dashboard shows of a tally. */
export function figuresOf({ codes, bins, costUsd, ...sums }: CallTally): CallFigures {
  const sketch = LatencySketch.of(bins);
  const ms = (share: number): number => Number((sketch.quantile(share) ?? 0).toFixed(msDecimals));
  return {
    calls: sums.calls,
    failures: sums.failures,
    cached: sums.cached,
    tokens: sums.tokens,
    costUsd: Number(costUsd.toFixed(dollarDecimals)),
    statuses: { ...sums.statuses },
    errors: Object.entries(codes)
      .map(([code, calls]) => ({ code: code as ErrorCode, class: classOf(code), calls }))
      .sort((a, b) => b.calls - a.calls || (a.code < b.code ? -1 : 1)),
    levels: { ...sums.levels },
    latency: sketch.count === 0 ? null : { p50Ms: ms(0.5), p95Ms: ms(0.95), p99Ms: ms(0.99) },
  };
}

/** A code that the table no longer has is the server's. */
const classOf = (code: string) => (Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].class : 'server');
