import { hourMs, minuteMs, type Random, secondMs } from '@assay/kernel';

/** The longest pause after each failed attempt. Drawn evenly, the pauses come to some 20 hours. */
const maxPausesMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs, 24 * hourMs];

/** Attempts before a delivery is dead. */
export const maxAttempts = maxPausesMs.length + 1;

/**
 * How long to wait after the attempt of this number (from 1) failed; null after the last. Full jitter: anything from a
 * second to the bound, so that receivers which failed together are not all asked again together.
 */
export function pauseAfterMs(attempt: number, random: Random): number | null {
  const longest = maxPausesMs[attempt - 1];
  return longest === undefined ? null : Math.max(secondMs, Math.round(longest * fraction(random)));
}

/** In [0, 1): the last 48 bits of a UUID are random. */
const fraction = (random: Random): number => Number.parseInt(random.uuid().slice(-12), 16) / 2 ** 48;
