import type { SliceCount } from './limit-counts.js';
import type { Window } from './rate-limits.js';
import { sliceMsOf, slicingOf } from './sliced-window.js';

/** A counter, as far as its counts are concerned. */
interface Counted {
  readonly key: string;
  readonly window: Window;
}

type Pending = { -readonly [K in keyof SliceCount]: SliceCount[K] };

/** Counts that are not written yet, one for each counter and slice. Counting in a counter's newest slice costs one look-up. */
export class PendingCounts {
  /** The newest slice of each counter. */
  readonly #newest = new Map<string, Pending>();
  /** Older slices of the same counters, by slice and key. */
  readonly #older = new Map<string, Pending>();

  get isEmpty(): boolean {
    return this.#newest.size === 0;
  }

  /** Counts in the slice of a moment, in ms since the epoch. */
  countAt({ key, window }: Counted, at: number, count: number): void {
    const slice = Math.floor(at / sliceMsOf(window));
    const known = this.#newest.get(key);
    if (known?.slice === slice) known.count += count;
    else this.add({ key, slice, ...slicingOf(window), count });
  }

  add(counted: SliceCount): void {
    const { key, slice, count } = counted;
    const known = this.#newest.get(key);
    if (known === undefined) this.#newest.set(key, { ...counted });
    else if (known.slice === slice) known.count += count;
    else if (known.slice < slice) {
      this.#newest.set(key, { ...counted });
      this.#addOlder(known);
    } else this.#addOlder({ ...counted });
  }

  /** Everything that comes to something. No counter and slice stands in it twice. */
  all(): SliceCount[] {
    return [...this.#older.values(), ...this.#newest.values()].filter(({ count }) => count !== 0);
  }

  #addOlder(counted: Pending): void {
    const name = `${counted.slice} ${counted.key}`;
    const known = this.#older.get(name);
    if (known === undefined) this.#older.set(name, counted);
    else known.count += counted.count;
  }
}
