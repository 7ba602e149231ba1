import type { CallFigures, DashboardView } from '@assay/sdk';

/** One period of a chart. */
export interface Period {
  readonly time: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A day in UTC, as it is counted; otherwise the time here, with the day where the range has several. */
function timeText(at: Date, { periodSeconds, since, until }: DashboardView): string {
  if (periodSeconds === 86_400) return at.toISOString().slice(5, 10);
  const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
  const isLong = Date.parse(until) - Date.parse(since) > 25 * 3_600_000;
  return isLong ? `${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${time}` : time;
}

/** Every period of the range, those without a call included. */
export function periodsOf(view: DashboardView): Period[] {
  const known = new Map(view.periods.map((period) => [Date.parse(period.start), period]));
  const periods: Period[] = [];
  for (let at = Date.parse(view.since); at < Date.parse(view.until); at += view.periodSeconds * 1_000) {
    const { calls = 0, failures = 0, tokens = 0, costUsd = 0, latency = null } = known.get(at) ?? {};
    periods.push({
      time: timeText(new Date(at), view),
      ...{ succeeded: calls - failures, failed: failures, tokens, costUsd },
      ...{ p50Ms: latency?.p50Ms ?? null, p95Ms: latency?.p95Ms ?? null, p99Ms: latency?.p99Ms ?? null },
    });
  }
  return periods;
}

export interface ClassRow {
  readonly name: string;
  readonly calls: number;
  readonly codes: readonly { readonly code: string; readonly calls: number }[];
}

/** Errors by class, the most frequent class first. */
export function classesOf({ errors }: Pick<CallFigures, 'errors'>): ClassRow[] {
  const classes = Map.groupBy(errors, (it) => it.class);
  return [...classes]
    .map(([name, codes]) => ({ name, calls: codes.reduce((sum, it) => sum + it.calls, 0), codes }))
    .sort((a, b) => b.calls - a.calls);
}

/** Levels of hierarchies with their share of the calls. */
export function levelsOf({ levels, calls }: Pick<CallFigures, 'levels' | 'calls'>) {
  return Object.entries(levels)
    .map(([level, count]) => ({ level: Number(level), calls: count, share: calls === 0 ? 0 : count / calls }))
    .sort((a, b) => a.level - b.level);
}

export const levelName = (level: number): string =>
  level === 0 ? 'No tool was tried' : level === 1 ? 'Primary tool' : `Fallback, level ${level}`;

export const msText = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
export const shareText = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const numberText = (value: number): string => value.toLocaleString('en');
export const dollarText = (value: number): string =>
  `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: value < 1 ? 6 : 2 })}`;
