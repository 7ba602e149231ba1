import { DDSketch } from '@datadog/sketches-js';

/**
 * Quantiles are right to 2 % of their value. Shorter times than `minMs` are counted as it: the sketch's zero has no bin. A
 * time's bin is ⌈ln(ms) / ln((1 + a) / (1 − a))⌉ with a the accuracy.
 */
export const sketchAccuracy = Object.freeze({ relativeAccuracy: 0.02, minMs: 0.001 });
const { relativeAccuracy, minMs } = sketchAccuracy;

/** Counts by bin, as they are stored and added up: the merger of two sketches is the sum of their counts. */
export type LatencyBins = Readonly<Record<string, number>>;

/**
 * Times in ms in a DDSketch (Masson, Rim, Lee: "DDSketch", VLDB 2019): mergeable, with quantiles of bounded relative
 * error. Its own serial form needs a library for protocol buffers; bins are read and written here instead, since with
 * one fixed accuracy they say everything.
 */
export class LatencySketch {
  readonly #sketch = new DDSketch({ relativeAccuracy });

  /** Counts are summed first: a score merges thirty days, and a sketch takes each bin once then. */
  static of(...parts: readonly LatencyBins[]): LatencySketch {
    const sums: Record<string, number> = {};
    for (const part of parts) for (const key in part) sums[key] = (sums[key] ?? 0) + (part[key] as number);
    const sketch = new LatencySketch();
    sketch.#merge(sums);
    return sketch;
  }

  add(ms: number): void {
    this.#sketch.accept(Math.max(minMs, ms));
  }

  get count(): number {
    return this.#sketch.count;
  }

  /** In ms; undefined of nothing. */
  quantile(share: number): number | undefined {
    return this.#sketch.count === 0 ? undefined : this.#sketch.getValueAtQuantile(share);
  }

  bins(): LatencyBins {
    const { bins, minKey, maxKey, offset } = this.#sketch.store;
    const counts: Record<string, number> = {};
    for (let key = minKey; key <= maxKey; key += 1) {
      const count = bins[key - offset];
      if (count !== undefined && count > 0) counts[key] = count;
    }
    return counts;
  }

  #merge(bins: LatencyBins): void {
    const sorted = Object.entries(bins)
      .map(([key, count]) => [Number(key), count] as const)
      .sort(([a], [b]) => a - b);
    const last = sorted.pop();
    const [first, ...between] = sorted;
    // The outermost first: the store then finds its range at once instead of moving all bins at each new one.
    for (const bin of [first, last, ...between]) {
      if (bin === undefined) continue;
      this.#sketch.store.add(...bin);
      this.#sketch.count += bin[1];
    }
  }
}
