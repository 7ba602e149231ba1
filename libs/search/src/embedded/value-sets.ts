import type { Sliced } from '@assay/kernel';
import { sharedCopy } from './shared-copy.js';

/** The sets of so many slots, in shared memory. */
export interface ValueSetsImage {
  readonly numbers: Uint32Array;
  readonly sets: readonly (readonly string[])[];
}

/**
 * A set of values by slot, such as a document's audience or tags. Many documents share theirs, so each distinct set is
 * stored once, by number; number 0 is the empty set, which also represents removed documents.
 */
export class ValueSets {
  /** The number of the set, by slot. */
  numbers: Uint32Array = new Uint32Array(64);

  private readonly known = new Map<string, number>();
  private sets: (readonly string[])[] = [[]];

  /** Reads an image; nothing can be put into it. */
  static restore({ numbers, sets }: ValueSetsImage): ValueSets {
    return Object.assign(new ValueSets(), { numbers, sets });
  }

  *image(slots: number): Sliced<ValueSetsImage> {
    return { numbers: yield* sharedCopy(this.numbers, slots), sets: [...this.sets] };
  }

  put(slot: number, values: readonly string[]): void {
    if (slot >= this.numbers.length) {
      const larger = new Uint32Array(Math.max(slot + 1, this.numbers.length + (this.numbers.length >>> 1)));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[slot] = this.numberOf(values);
  }

  remove(slot: number): void {
    this.numbers[slot] = 0;
  }

  /** For each set, 1 when it `fits`. */
  mask(fits: (values: readonly string[]) => boolean): Uint8Array {
    return Uint8Array.from(this.sets, (values) => (fits(values) ? 1 : 0));
  }

  /** How often each value occurs, when the sets occur `times` often, by number. */
  counts(times: ArrayLike<number>): Record<string, number> {
    const counted = new Map<string, number>();
    this.sets.forEach((values, number) => {
      const more = times[number] ?? 0;
      if (more > 0) for (const value of values) counted.set(value, (counted.get(value) ?? 0) + more);
    });
    return Object.fromEntries(counted);
  }

  /** How many distinct sets there are, the empty one included. */
  get size(): number {
    return this.sets.length;
  }

  /** Follows `kept` documents to their new slots, and forgets the sets that nobody has any more. */
  compact(moved: Int32Array, kept: number): void {
    const before = this.sets.splice(1);
    this.known.clear();
    const numbers = new Uint32Array(Math.max(64, kept));
    for (let slot = 0; slot < moved.length; slot += 1) {
      const target = moved[slot] as number;
      const number = this.numbers[slot] as number;
      if (target >= 0 && number > 0) numbers[target] = this.numberOf(before[number - 1] as readonly string[]);
    }
    this.numbers = numbers;
  }

  private numberOf(values: readonly string[]): number {
    if (values.length === 0) return 0;
    const distinct = [...new Set(values)].sort();
    const key = distinct.length === 1 ? `=${distinct[0]}` : JSON.stringify(distinct);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.sets.length);
    this.sets.push(distinct);
    return this.sets.length - 1;
  }
}
