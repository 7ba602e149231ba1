import type { Sliced } from '@assay/kernel';
import { sharedCopy } from './shared-copy.js';

/** The lists of so many slots, in shared memory. */
export interface TermListsImage {
  readonly pool: Uint32Array;
  readonly ends: Uint32Array;
}

/** A list of term numbers for each slot, one behind the other in one array. Slots are filled in order. */
export class TermLists {
  private pool: Uint32Array = new Uint32Array(1_024);
  private ends: Uint32Array = new Uint32Array(64);

  /** Reads an image; nothing can be put into it. */
  static restore({ pool, ends }: TermListsImage): TermLists {
    return Object.assign(new TermLists(), { pool, ends });
  }

  *image(slots: number): Sliced<TermListsImage> {
    return { pool: yield* sharedCopy(this.pool, this.start(slots)), ends: yield* sharedCopy(this.ends, slots) };
  }

  put(slot: number, terms: readonly number[]): void {
    const from = this.start(slot);
    if (slot === this.ends.length) this.ends = grown(this.ends, slot + 1);
    if (from + terms.length > this.pool.length) this.pool = grown(this.pool, from + terms.length);
    this.pool.set(terms, from);
    this.ends[slot] = from + terms.length;
  }

  /** Valid until the next change. */
  of(slot: number): Uint32Array {
    return this.pool.subarray(this.start(slot), this.ends[slot]);
  }

  /** Closes the gaps of removed documents, where `moved` is -1, and renumbers terms; `termMoved` lacks numbers beyond it. */
  compact(moved: Int32Array, kept: number, termMoved: Int32Array): void {
    const ends = new Uint32Array(Math.max(64, kept));
    let end = 0;
    for (let slot = 0; slot < moved.length; slot += 1) {
      const target = moved[slot] as number;
      if (target < 0) continue;
      const from = this.start(slot);
      const to = this.ends[slot] as number;
      for (let at = from; at < to; at += 1) {
        const term = this.pool[at] as number;
        this.pool[end] = termMoved[term] ?? term;
        end += 1;
      }
      ends[target] = end;
    }
    this.ends = ends;
    this.pool = this.pool.slice(0, Math.max(1_024, end));
  }

  private start(slot: number): number {
    return slot === 0 ? 0 : (this.ends[slot - 1] as number);
  }
}

function grown(column: Uint32Array, min: number): Uint32Array {
  const larger = new Uint32Array(Math.max(min, column.length + (column.length >>> 1)));
  larger.set(column);
  return larger;
}
