import { errorTable } from '@assay/contracts';
import type { Failure } from '@assay/kernel';

/** One level of a fallback hierarchy. */
export interface Level {
  /** `ns/tool` or `ns/tool@range`. */
  readonly tool: string;
  /** How right its answers are, in (0, 1]; only ratios count. */
  readonly accuracy: number;
  /** JSONata from the input asked with to this level's own; the input as it is when absent. */
  readonly mapping?: string | undefined;
}

/** What is known of a level's speed, in ms; undefined is unknown. */
export interface Pace {
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
}

/** A level of unknown speed is given this long. */
export const unknownPaceMs = 1_000;

const fallingThrough = new Set(['transient', 'rate_limited', 'server', 'timeout']);

/** Out of use in a way that another tool can replace, without any rejection. */
const outOfUse = new Set(['version_revoked', 'version_sunset', 'version_not_found', 'quarantined', 'circuit_open']);

/**
 * Whether the next level may be tried after a failure (SPEC section 5): after transient, rate-limited, server, time-out
 * and bad-output failures, and when the version is out of use; never after invalid input, cancellation or denial, and
 * never when the effect of a tool that does not only read may have happened: another tool would do it a second time.
 * A refused credential moves on where it is shared or the tool's own, not where it is the caller's (`ownCredential`). So
 * does a rejected request that other calls show to be the tool's failure.
 */
export function fallsThrough(
  { code, outcome = 'none', blame }: Failure,
  readOnly: boolean,
  ownCredential = false,
): boolean {
  if (!readOnly && outcome !== 'none') return false;
  if (blame === 'tool' || outOfUse.has(code) || fallingThrough.has(errorTable[code].class)) return true;
  return code === 'credential_refused' && !ownCredential;
}

const p99 = (pace: Pace): number => pace.p99Ms ?? unknownPaceMs;
const p50 = (pace: Pace): number => pace.p50Ms ?? pace.p99Ms ?? unknownPaceMs;

/**
 * Which of the levels is tried next, by its place, with `remainingMs` left: the first whose p99 fits; when only p99
 * excludes them all, the fastest by p50. Undefined when there is none.
 */
export function nextLevel(paces: readonly Pace[], remainingMs: number): number | undefined {
  const fitting = paces.findIndex((pace) => p99(pace) <= remainingMs);
  if (fitting >= 0) return fitting;
  if (paces.length === 0) return undefined;
  return paces.reduce((best, pace, at) => (p50(pace) < p50(paces[best] as Pace) ? at : best), 0);
}

/**
 * How long an attempt may take: all that is left, less the p99 of the next level that would still fit after the
 * attempt's own p99. When none would, saving for it would only cut the attempt short.
 */
export function shareMs(own: Pace, later: readonly Pace[], remainingMs: number): number {
  const next = later.find((pace) => p99(pace) <= remainingMs - p99(own));
  return next === undefined ? remainingMs : remainingMs - p99(next);
}

/**
 * How long a level may take that is tried although its measured latency excludes it: all that is left, less the p99 of the
 * first level that would otherwise have been tried.
 */
export function trialMs(later: readonly Pace[], remainingMs: number): number {
  const next = later.find((pace) => p99(pace) <= remainingMs);
  return next === undefined ? remainingMs : Math.max(1, remainingMs - p99(next));
}

/** What a level's accuracy leaves of a result's confidence: its ratio to the primary's, never more than 1. */
export const accuracyRatio = (accuracy: number, primary: number): number => Math.min(1, accuracy / primary);
