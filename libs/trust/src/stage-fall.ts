import type { Stage } from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import { stageBars } from './stage-requirements.js';

/** How far under its stage's bar a version may be. */
export const demotionMargin = 0.05;
/** How long it may be further under it than that. */
export const demotionDays = 7;
export const demotionMs = demotionDays * dayMs;

/**
 * The trust under which a version falls from its stage; null in a stage that asks for none. A version that an
 * administrator let in below the bar falls only when it gets worse than it was then: its bar is the trust it came with.
 */
export function floorOf(stage: Stage, trustAtEntry: number | null): number | null {
  const bar = stageBars[stage];
  if (bar === undefined) return null;
  return Math.max(0, Math.min(bar, trustAtEntry ?? bar) - demotionMargin);
}

/** Since when a version is under its floor: since before, since now, or null when it is not. */
export const belowSince = (score: number, floor: number, before: number | null, now: number): number | null =>
  score < floor ? (before ?? now) : null;

export const isToBeDemoted = (since: number | null, now: number): boolean =>
  since !== null && now - since >= demotionMs;
