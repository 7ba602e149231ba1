import { lengthOf, quantised } from '@assay/discovery';
import {
  lane,
  maxDimensions,
  maxPages,
  newKernel,
  pageBytes,
  rowsAt,
  rowsAtOnce,
  sumsAt,
  type VectorKernel,
} from './vectors-kernel.js';

/** Cosines of a query with the documents, by slot. Valid until the next question. */
export interface Cosines {
  /** Whether the document has a vector. */
  has(slot: number): boolean;
  /** 0 when it has none. */
  of(slot: number): number;
}

/**
 * The documents' vectors by slot, a signed byte a dimension, and the cosine of each with a query: exact but for the
 * bytes, every document, every time. 50,000 vectors of 384 dimensions are 19 MB and take 2.5 ms; a vector beyond 2 GiB,
 * which is 5 million of these, is not kept, and its document is found by words alone. Nothing is reserved before the
 * first vector comes. Vectors have one length at a time: the first of another length, from another model, clears those
 * of before.
 */
export class Vectors {
  #kernel: VectorKernel | undefined;
  #dimensions = 0;
  /** Bytes of a row. */
  #width = 0;
  /** One over the length of the bytes, by slot; 0 where there is no vector. */
  #inverse = new Float32Array(0);
  #cosines = new Float32Array(0);
  #live = 0;

  /** Documents with a vector. */
  get live(): number {
    return this.#live;
  }

  /** Bytes reserved. */
  get bytes(): number {
    return (this.#kernel?.memory.buffer.byteLength ?? 0) + this.#inverse.byteLength + this.#cosines.byteLength;
  }

  put(slot: number, vector: Float32Array | undefined): void {
    this.remove(slot);
    if (vector === undefined || vector.length === 0 || vector.length > maxDimensions) return;
    if (vector.length !== this.#dimensions) this.#startAnew(vector.length);
    if (!this.#makeRoom(slot)) return;
    const row = this.#row(slot);
    quantised(vector, row);
    const length = lengthOf(row);
    if (length === 0) return;
    this.#inverse[slot] = 1 / length;
    this.#live += 1;
  }

  remove(slot: number): void {
    if (!this.#inverse[slot]) return;
    this.#inverse[slot] = 0;
    this.#live -= 1;
  }

  /** Follows the documents to their new slots; -1 where one is gone. Slots only move down. */
  compact(moved: Int32Array): void {
    if (this.#kernel === undefined) return;
    const before = this.#inverse;
    this.#inverse = new Float32Array(before.length);
    this.#live = 0;
    const memory = new Int8Array(this.#kernel.memory.buffer);
    for (let slot = 0; slot < Math.min(moved.length, before.length); slot += 1) {
      const target = moved[slot] as number;
      const inverse = before[slot] as number;
      if (target < 0 || inverse === 0) continue;
      const from = this.#start(slot);
      memory.copyWithin(this.#start(target), from, from + this.#width);
      this.#inverse[target] = inverse;
      this.#live += 1;
    }
  }

  /** Undefined when there is nothing to compare with, or vectors are of another length than the query's. */
  cosines(query: Float32Array): Cosines | undefined {
    if (this.#kernel === undefined || this.#live === 0 || query.length !== this.#dimensions) return undefined;
    const bytes = quantised(query, new Int8Array(this.#kernel.memory.buffer, 0, this.#width).fill(0));
    const length = lengthOf(bytes);
    if (length === 0) return undefined;
    const sums = new Int32Array(this.#kernel.memory.buffer, sumsAt, rowsAtOnce);
    const inverse = this.#inverse;
    const cosines = this.#cosines;
    for (let first = 0; first < inverse.length; first += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, inverse.length - first);
      this.#kernel.dots(this.#start(first), rows, this.#width);
      for (let row = 0; row < rows; row += 1) {
        cosines[first + row] = ((sums[row] as number) * (inverse[first + row] as number)) / length;
      }
    }
    return {
      has: (slot) => (inverse[slot] ?? 0) > 0,
      of: (slot) => cosines[slot] ?? 0,
    };
  }

  #startAnew(dimensions: number): void {
    this.#dimensions = dimensions;
    this.#width = Math.ceil(dimensions / lane) * lane;
    this.#kernel = newKernel();
    this.#inverse = new Float32Array(0);
    this.#cosines = new Float32Array(0);
    this.#live = 0;
  }

  /** False when the memory is full. */
  #makeRoom(slot: number): boolean {
    if (slot < this.#inverse.length) return true;
    if (this.#kernel === undefined) return false;
    const { memory } = this.#kernel;
    const most = Math.floor((maxPages * pageBytes - rowsAt) / this.#width);
    if (slot >= most) return false;
    const slots = Math.min(most, Math.max(64, slot + 1, this.#inverse.length + (this.#inverse.length >>> 3)));
    const missing = this.#start(slots) - memory.buffer.byteLength;
    if (missing > 0 && !hasGrown(memory, Math.ceil(missing / pageBytes))) return false;
    const inverse = new Float32Array(slots);
    inverse.set(this.#inverse);
    this.#inverse = inverse;
    this.#cosines = new Float32Array(slots);
    return true;
  }

  #start = (slot: number): number => rowsAt + slot * this.#width;

  #row(slot: number): Int8Array<ArrayBuffer> {
    return new Int8Array((this.#kernel as VectorKernel).memory.buffer, this.#start(slot), this.#dimensions);
  }
}

/** False when the machine has no such memory left: search by words goes on without these vectors. */
function hasGrown(memory: VectorKernel['memory'], pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false;
  }
}
