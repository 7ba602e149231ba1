/** The share of calls that succeed, as far as a number of calls shows it. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
  /** Calls behind it. */
  readonly n: number;
}

/** Of a normal distribution, 95 % lie within so many standard deviations. */
const z = 1.96;

/** The 95 % interval of a share that was observed in `n` calls (E. B. Wilson, JASA 22, 1927). */
export function wilson(share: number, n: number): ShareInterval {
  const z2 = z * z;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
}
