import type { UsageView } from '@assay/sdk';

export interface Totals {
  readonly calls: number;
  readonly failures: number;
  readonly costUsd: number;
}

/** Sums of a list of usage. */
export const totalsOf = (rows: readonly UsageView[]): Totals =>
  rows.reduce(
    (sum, { calls, failures, costUsd }) => ({
      calls: sum.calls + calls,
      failures: sum.failures + failures,
      costUsd: sum.costUsd + costUsd,
    }),
    { calls: 0, failures: 0, costUsd: 0 },
  );

export interface DayFigures {
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

const dayMs = 86_400_000;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** First day of a range that ends today, in UTC. */
export const firstDay = (days: number, now: number): string => dayText(now - (days - 1) * dayMs);

/** Every day of the range, days without a call included. */
export function byDay(rows: readonly UsageView[], days: number, now: number): DayFigures[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, at) => {
    const day = dayText(now - (days - 1 - at) * dayMs);
    const { calls = 0, failures = 0 } = known.get(day) ?? {};
    return { day, succeeded: calls - failures, failed: failures };
  });
}
