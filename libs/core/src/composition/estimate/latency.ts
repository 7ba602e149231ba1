/** How long something takes, in ms, by what share of the times: half, nineteen of twenty, ninety-nine of a hundred. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export const noTime: Latency = Object.freeze({ p50: 0, p95: 0, p99: 0 });

/** One after the other. Quantiles are added, which is right for the middle and errs to the long side for the tail. */
export const inSequence = (all: readonly Latency[]): Latency =>
  all.reduce((sum, it) => ({ p50: sum.p50 + it.p50, p95: sum.p95 + it.p95, p99: sum.p99 + it.p99 }), noTime);

/** The one that takes longest, quantile by quantile. */
export const longest = (all: readonly Latency[]): Latency =>
  all.reduce(
    (most, it) => ({
      p50: Math.max(most.p50, it.p50),
      p95: Math.max(most.p95, it.p95),
      p99: Math.max(most.p99, it.p99),
    }),
    noTime,
  );

/**
 * When `k` of several that run at once are done: quantiles of the k-th order statistic of independent latencies that need
 * not be alike, found by bisection on the probability that at least `k` are done by a time.
 */
export function kthOf(all: readonly Latency[], k: number): Latency {
  if (k <= 0 || all.length === 0) return noTime;
  const at = (share: number): number =>
    quantile(
      share,
      (time) =>
        atLeast(
          all.map((it) => doneBy(it, time)),
          k,
        ),
      all,
    );
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function quantile(share: number, probability: (time: number) => number, all: readonly Latency[]): number {
  let low = 0;
  let high = Math.max(1, ...all.map((it) => it.p99)) * 100;
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2;
    if (probability(middle) >= share) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The share of times that take no longer: straight between the known quantiles on the scale of logarithms of time and of
 * odds, and on beyond them. Something that always takes the same is a step.
 */
export function doneBy({ p50, p95, p99 }: Latency, time: number): number {
  if (time <= 0) return p50 <= 0 ? 1 : 0;
  if (p50 <= 0 || p99 <= p50) return time >= p50 ? 1 : 0;
  const known: readonly (readonly [time: number, share: number])[] = [
    [p50, 0.5],
    [Math.max(p95, p50 * 1.000_001), 0.95],
    [Math.max(p99, p95 * 1.000_002, p50 * 1.000_002), 0.99],
  ];
  const [from, to] = time < (known[1]?.[0] as number) ? [known[0], known[1]] : [known[1], known[2]];
  const [t1, s1] = from as readonly [number, number];
  const [t2, s2] = to as readonly [number, number];
  const slope = (logit(s2) - logit(s1)) / (Math.log(t2) - Math.log(t1));
  return 1 / (1 + Math.exp(-(logit(s1) + slope * (Math.log(time) - Math.log(t1)))));
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
