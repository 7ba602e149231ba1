/** Half-life of trust, in days. */
import { dayMs } from '@assay/kernel';
export const defaultHalfLifeDays = 90;

/** λ, per millisecond. */
export const decayRate = (halfLifeDays: number): number => Math.LN2 / (halfLifeDays * dayMs);

/**
 * The factor e^(−λ(at − t0)), with t0 the last verification, or publication if there was none; times in ms since the
 * epoch. A t0 in the future, which clocks that differ can produce, counts as now.
 */
export function decayFactor(t0: number, at: number, halfLifeDays: number = defaultHalfLifeDays): number {
  return Math.exp(-decayRate(halfLifeDays) * Math.max(0, at - t0));
}

/** Trust as shown at a time: base · decay. */
export function decayedTrust(base: number, t0: number, at: number, halfLifeDays: number = defaultHalfLifeDays): number {
  return base * decayFactor(t0, at, halfLifeDays);
}

/**
 * ln S + λ·t0: for one half-life it orders tools at any time exactly as decayed trust does, and changes with evidence
 * and verification only. This is what is stored and indexed.
 */
export function trustKey(base: number, t0: number, halfLifeDays: number = defaultHalfLifeDays): number {
  return Math.log(base) + decayRate(halfLifeDays) * t0;
}

/**
 * When the trust of something that stays as it is falls to `trust`: t0 + ln(base / trust) / λ, in ms since the epoch;
 * before t0 when it never reached it.
 */
export function fallsBelowAt(
  trust: number,
  base: number,
  t0: number,
  halfLifeDays: number = defaultHalfLifeDays,
): number {
  return t0 + Math.log(base / trust) / decayRate(halfLifeDays);
}

/** The least key of tools whose trust at `at` is at least `trust`; every tool has it when `trust` is 0. */
export function minKey(trust: number, at: number, halfLifeDays: number = defaultHalfLifeDays): number {
  return Math.log(trust) + decayRate(halfLifeDays) * at;
}
