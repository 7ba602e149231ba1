/** How long something takes, in ms, by what share of the times: half, nineteen of twenty, ninety-nine of a hundred. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * The time within which a share of the times ends, 0 < share < 1: straight between the known quantiles on the scale of
 * logarithms of time and of odds, and on beyond them. Something that always takes the same takes that.
 */
export function timeAt({ p50, p95, p99 }: Latency, share: number): number {
  if (p50 <= 0 || p99 <= p50) return Math.max(0, p50);
  const known: readonly (readonly [time: number, share: number])[] = [
    [p50, 0.5],
    [Math.max(p95, p50 * 1.000_001), 0.95],
    [Math.max(p99, p95 * 1.000_002, p50 * 1.000_002), 0.99],
  ];
  const [from, to] = share < 0.95 ? [known[0], known[1]] : [known[1], known[2]];
  const [t1, s1] = from as readonly [number, number];
  const [t2, s2] = to as readonly [number, number];
  const slope = (Math.log(t2) - Math.log(t1)) / (logit(s2) - logit(s1));
  return Math.exp(Math.log(t1) + slope * (logit(share) - logit(s1)));
}

const logit = (share: number): number => Math.log(share / (1 - share));

/** The probability that at least `k` of independent things of these probabilities happen (Poisson binomial). */
export function atLeast(probabilities: readonly number[], k: number): number {
  let happened = [1];
  for (const p of probabilities) {
    const next = new Array<number>(happened.length + 1).fill(0);
    for (const [count, share] of happened.entries()) {
      next[count] = (next[count] as number) + share * (1 - p);
      next[count + 1] = (next[count + 1] as number) + share * p;
    }
    happened = next;
  }
  return happened.slice(k).reduce((sum, share) => sum + share, 0);
}
