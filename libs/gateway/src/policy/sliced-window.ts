import type { Window } from './rate-limits.js';

/** Slices of a sliding window. More of them free places sooner, and cost memory. */
const slicesOfWindow = 60;

/** How wide slices are, and how many before the present one still count. */
export interface Slicing {
  readonly sliceMs: number;
  readonly former: number;
}

/**
 * Whatever was counted in a slice counts until a whole window has passed since the slice's end: two uses that lie less
 * than a window apart are always counted together, so that no window, wherever it begins, holds more than the limit.
 */
export const slicingOf = (window: Window): Slicing => ({
  sliceMs: sliceMsOf(window),
  former: window.kind === 'calendar' ? 0 : slicesOfWindow,
});

export const sliceMsOf = ({ kind, ms }: Window): number => (kind === 'calendar' ? ms : ms / slicesOfWindow);

/** What one counter has counted, slice by slice, in a ring: about 350 bytes (700 with its key), and constant time a use. */
export class SlicedWindow {
  /** One slice may hold money, of which there is more than fits in 32 bits. */
  readonly #counts: Uint32Array | Float64Array;
  #newest = Number.NEGATIVE_INFINITY;
  #total = 0;

  constructor(readonly slicing: Slicing) {
    this.#counts = slicing.former === 0 ? new Float64Array(1) : new Uint32Array(slicing.former + 1);
  }

  /** The total at a slice. Time that goes back counts as standing still. */
  totalAt(slice: number): number {
    this.#moveTo(slice);
    return this.#total;
  }

  /** Counts in a slice, or in the newest if that is later; answers in which. */
  add(slice: number, cost: number): number {
    this.#moveTo(slice);
    this.#counts[this.#slot(this.#newest)] = (this.#counts[this.#slot(this.#newest)] as number) + cost;
    this.#total += cost;
    return this.#newest;
  }

  /** Takes out of a slice what was counted in it, while it still counts. */
  takeOut(slice: number, cost: number): void {
    if (!(slice <= this.#newest && slice >= this.#newest - this.slicing.former)) return;
    const slot = this.#slot(slice);
    const taken = Math.min(cost, this.#counts[slot] as number);
    this.#counts[slot] = (this.#counts[slot] as number) - taken;
    this.#total -= taken;
  }

  /**
   * The first slice at which `surplus` of what counts now, here and in `other`, will count no more; null for more than
   * counts.
   */
  freeAt(surplus: number, other?: SlicedWindow): number | null {
    let left = surplus;
    for (let slice = this.#newest - this.slicing.former; slice <= this.#newest; slice += 1) {
      left -= this.#countIn(slice) + (other === undefined ? 0 : other.#countIn(slice));
      if (left <= 0) return slice + this.slicing.former + 1;
    }
    return null;
  }

  #countIn = (slice: number): number =>
    slice <= this.#newest && slice >= this.#newest - this.slicing.former
      ? (this.#counts[this.#slot(slice)] as number)
      : 0;

  #moveTo(slice: number): void {
    if (slice <= this.#newest) return;
    const size = this.#counts.length;
    if (slice - this.#newest >= size) {
      this.#counts.fill(0);
      this.#total = 0;
    } else {
      for (let passed = this.#newest + 1; passed <= slice; passed += 1) {
        const slot = this.#slot(passed);
        this.#total -= this.#counts[slot] as number;
        this.#counts[slot] = 0;
      }
    }
    this.#newest = slice;
  }

  /** Slices before the first one have negative numbers. */
  #slot(slice: number): number {
    const size = this.#counts.length;
    return ((slice % size) + size) % size;
  }
}
