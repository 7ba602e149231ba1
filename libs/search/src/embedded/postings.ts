/** Counts of one term in one document are packed into 30 bits, five a field, so that a posting is two integers. */
export const bitsAField = 5;
export const highestCount = (1 << bitsAField) - 1;

/** Adds one occurrence in a field to packed counts; a field holds at most `highestCount`. */
export function countOne(packed: number, field: number): number {
  const shift = field * bitsAField;
  return ((packed >>> shift) & highestCount) === highestCount ? packed : packed + (1 << shift);
}

/**
 * The documents of one term, ascending by slot: slot and packed counts alternate. Removed documents stay until
 * `compact`; `live` leaves them out. `impacts`, two numbers a posting, are worked out when a search needs them and kept
 * while the collection's statistics stand.
 */
export class Postings {
  entries: Uint32Array = new Uint32Array(4);
  /** Postings, removed documents included. */
  length = 0;
  /** Documents that are still there: the term's document frequency. */
  live = 0;
  impacts: Float32Array = noImpacts;
  /** The statistics that `impacts` were worked out from. */
  epoch = -1;

  /** Reads entries of an image. */
  static restore(entries: Uint32Array, live: number): Postings {
    return Object.assign(new Postings(), { entries, length: entries.length / 2, live });
  }

  add(slot: number, packed: number): void {
    const at = this.length * 2;
    if (at === this.entries.length) this.grow();
    this.entries[at] = slot;
    this.entries[at + 1] = packed;
    this.length += 1;
    this.live += 1;
  }

  /** Whether the term occurs in a document: O(log n). */
  has(slot: number): boolean {
    return this.find(slot) >= 0;
  }

  /** Which posting is a document's; -1 when it has none. O(log n). */
  find(slot: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.entries[middle * 2] as number;
      if (found === slot) return middle;
      if (found < slot) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Drops removed documents and renumbers the others; `moved` gives the new slot, or -1. */
  compact(moved: Int32Array): void {
    let kept = 0;
    for (let at = 0; at < this.length; at += 1) {
      const slot = moved[this.entries[at * 2] as number] as number;
      if (slot < 0) continue;
      this.entries[kept * 2] = slot;
      this.entries[kept * 2 + 1] = this.entries[at * 2 + 1] as number;
      kept += 1;
    }
    this.length = kept;
    if (kept * 4 < this.entries.length) this.entries = this.entries.slice(0, Math.max(kept * 2, 2));
    this.impacts = noImpacts;
    this.epoch = -1;
  }

  private grow(): void {
    const larger = new Uint32Array(this.entries.length < 64 ? this.entries.length * 2 : growBy(this.entries.length));
    larger.set(this.entries);
    this.entries = larger;
  }
}

const noImpacts = new Float32Array(0);

/** Half as much again, and even. */
const growBy = (length: number): number => (length + (length >>> 1) + 1) & ~1;
