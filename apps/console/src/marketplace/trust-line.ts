import type { TrustView } from '@assay/sdk';

/** One point of the chart: what was, or how the score decays from today on without new evidence. */
export interface TrustPoint {
  readonly day: string;
  readonly score?: number;
  readonly decay?: number;
}

const dayMs = 86_400_000;
const aheadDays = 30;
const stepDays = 5;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Exponential decay from t0 on: base · 2^(−days / half-life), as the server computes it. */
const decayed = ({ base, t0, halfLifeDays }: TrustView, at: number): number =>
  base * 2 ** (-Math.max(0, at - Date.parse(t0)) / (halfLifeDays * dayMs));

/** The history, and from its end on the line that the score follows if nothing new is known. */
export function trustLine(trust: TrustView, now: number): TrustPoint[] {
  const past = trust.history.map(({ day, score }): TrustPoint => ({ day, score }));
  const ahead = Array.from({ length: aheadDays / stepDays + 1 }, (_, step): TrustPoint => {
    const at = now + step * stepDays * dayMs;
    return { day: dayText(at), decay: decayed(trust, at) };
  });
  const last = past.at(-1);
  if (last === undefined || last.day !== ahead[0]?.day) return [...past, ...ahead];
  return [...past.slice(0, -1), { ...last, ...ahead[0] }, ...ahead.slice(1)];
}
