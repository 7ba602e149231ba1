/** A share with its interval, all in [0, 1]. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** How many it is a share of. */
  readonly of: number;
}

/** The quantile of the normal distribution for an interval of 95 %. */
const z95 = 1.96;

/**
 * Wilson's score interval of a share of `count` in `of` (E. B. Wilson 1927). Unlike the normal approximation it is
 * meaningful for few and for extreme values: 0 of 5 may still be up to 43 %. Null when there is nothing to share.
 */
export function wilson(count: number, of: number, z = z95): Share | null {
  if (of <= 0) return null;
  const value = count / of;
  const square = z * z;
  const centre = (value + square / (2 * of)) / (1 + square / of);
  const half = (z / (1 + square / of)) * Math.sqrt((value * (1 - value)) / of + square / (4 * of * of));
  // Exactly 0 and 1 at the ends, where rounding would say otherwise.
  const low = count === 0 ? 0 : Math.max(0, centre - half);
  const high = count === of ? 1 : Math.min(1, centre + half);
  return { value, low, high, of };
}
