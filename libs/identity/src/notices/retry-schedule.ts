import { hourMs, minuteMs, type Random, secondMs } from '@assay/kernel';

/** Maximum pause after each failed attempt. With uniform jitter, the pauses add up to about 20 hours. */
const maxPausesMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs, 24 * hourMs];

/** Maximum attempts; after them a delivery is dead. */
export const maxAttempts = maxPausesMs.length + 1;

/**
 * The pause after failed attempt number n (from 1); null after the last. Full jitter: between a second and the maximum,
 * so that receivers which failed together are not all retried together.
 */
export function pauseAfterMs(attempt: number, random: Random): number | null {
  const longest = maxPausesMs[attempt - 1];
  return longest === undefined ? null : Math.max(secondMs, Math.round(longest * fraction(random)));
}

/** In [0, 1): the last 48 bits of a UUID are random. */
const fraction = (random: Random): number => Number.parseInt(random.uuid().slice(-12), 16) / 2 ** 48;
