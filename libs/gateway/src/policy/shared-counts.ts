import type { SliceCount } from './limit-counts.js';
import { unlimited } from './rate-limits.js';
import { SlicedWindow } from './sliced-window.js';

/** Counters kept at once; beyond it the rest is left out. */
const cap = 100_000;

/**
 * What was counted where no process runs any more, such as by one that was replaced. It uses up a limit for all processes
 * together, so that each of them knows all of it and has its part of what is left.
 */
export class SharedCounts {
  #windows = new Map<string, SlicedWindow>();

  /** Takes these counts instead of the former ones, slices oldest first. `sliceOf` says in which slice one counts here. */
  replace(counts: readonly SliceCount[], sliceOf: (count: SliceCount) => number): void {
    this.#windows = new Map();
    for (const each of counts) {
      const known = this.#windows.get(each.key);
      if (known === undefined && this.#windows.size >= cap) continue;
      const { sliceMs, former } = each;
      const window = known ?? new SlicedWindow({ sliceMs, former });
      if (known === undefined) this.#windows.set(each.key, window);
      window.add(sliceOf(each), each.count);
    }
  }

  of = (key: string): SlicedWindow | undefined => this.#windows.get(key);
}

/**
 * What one of several processes may have of a limit of which `shared` is used up by nobody who still runs: that, and its
 * part of the rest, at least 1.
 */
export function partOf(limit: number, replicas: number, shared: number): number {
  if (replicas === 1 || shared >= limit || limit === unlimited) return limit;
  return shared + Math.max(1, Math.floor((limit - shared) / replicas));
}
