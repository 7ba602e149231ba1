import { lengthOf, quantised } from '@assay/discovery';

/** Longest vector, in numbers. */
const maxDimensions = 8_192;
/** Numbers that are multiplied together; rows are padded to a multiple of it. */
const lane = 4;
/** 2 GiB: room for 1.3 million vectors of 1,536 numbers. */
const maxBytes = 2_147_483_648;

/** Cosines of a query with the documents, by slot. Valid until the next question. */
export interface Cosines {
  /** Whether the document has a vector. */
  has(slot: number): boolean;
  /** 0 when it has none. */
  of(slot: number): number;
}

/**
 * The documents' vectors by slot, a signed byte a dimension, and the cosine of each with a query: exact but for the
 * bytes, every document, every time. 10,000 vectors of 384 dimensions are 4 MB and take 3 ms; a vector beyond 2 GiB,
 * which is 5 million of these, is not kept, and its document is found by words alone. Nothing is reserved before the
 * first vector comes. Vectors have one length at a time: the first of another length, from another model, clears those
 * of before.
 */
export class Vectors {
  #dimensions = 0;
  /** Bytes of a row. */
  #width = 0;
  /** The rows, one after the other; zeros beyond a row's dimensions. */
  #rows = new Int8Array(0);
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
    return this.#rows.byteLength + this.#inverse.byteLength + this.#cosines.byteLength;
  }

  put(slot: number, vector: Float32Array | undefined): void {
    this.remove(slot);
    if (vector === undefined || vector.length === 0 || vector.length > maxDimensions) return;
    if (vector.length !== this.#dimensions) this.#restart(vector.length);
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
    const before = this.#inverse;
    this.#inverse = new Float32Array(before.length);
    this.#live = 0;
    for (let slot = 0; slot < Math.min(moved.length, before.length); slot += 1) {
      const target = moved[slot] as number;
      const inverse = before[slot] as number;
      if (target < 0 || inverse === 0) continue;
      const from = slot * this.#width;
      this.#rows.copyWithin(target * this.#width, from, from + this.#width);
      this.#inverse[target] = inverse;
      this.#live += 1;
    }
  }

  /** Undefined when there is nothing to compare with, or vectors are of another length than the query's. */
  cosines(query: Float32Array): Cosines | undefined {
    if (this.#live === 0 || query.length !== this.#dimensions) return undefined;
    const bytes = quantised(query, new Int8Array(this.#width));
    const length = lengthOf(bytes);
    if (length === 0) return undefined;
    const inverse = this.#inverse;
    const cosines = this.#cosines;
    const sums = dotProducts(Int32Array.from(bytes), this.#rows, inverse.length);
    for (let slot = 0; slot < inverse.length; slot += 1)
      cosines[slot] = ((sums[slot] as number) * (inverse[slot] as number)) / length;
    return {
      has: (slot) => (inverse[slot] ?? 0) > 0,
      of: (slot) => cosines[slot] ?? 0,
    };
  }

  #restart(dimensions: number): void {
    this.#dimensions = dimensions;
    this.#width = Math.ceil(dimensions / lane) * lane;
    this.#rows = new Int8Array(0);
    this.#inverse = new Float32Array(0);
    this.#cosines = new Float32Array(0);
    this.#live = 0;
  }

  /** False when the memory is full. */
  #makeRoom(slot: number): boolean {
    if (slot < this.#inverse.length) return true;
    const max = Math.floor(maxBytes / this.#width);
    if (slot >= max) return false;
    const slots = Math.min(max, Math.max(64, slot + 1, this.#inverse.length + (this.#inverse.length >>> 3)));
    const rows = grown(this.#rows, slots * this.#width);
    if (rows === undefined) return false;
    this.#rows = rows;
    const inverse = new Float32Array(slots);
    inverse.set(this.#inverse);
    this.#inverse = inverse;
    this.#cosines = new Float32Array(slots);
    return true;
  }

  #row(slot: number): Int8Array<ArrayBuffer> {
    return this.#rows.subarray(slot * this.#width, slot * this.#width + this.#dimensions);
  }
}

/** Undefined when the machine has no such memory left: search by words goes on without these vectors. */
function grown(rows: Int8Array<ArrayBuffer>, length: number): Int8Array<ArrayBuffer> | undefined {
  try {
    const larger = new Int8Array(length);
    larger.set(rows);
    return larger;
  } catch {
    return undefined;
  }
}

/** The dot product of a vector with each row. Four sums at a time, since each then waits for none of the others. */
function dotProducts(vector: Int32Array, rows: Int8Array, count: number): Int32Array {
  const sums = new Int32Array(count);
  for (let row = 0, at = 0; row < count; row += 1) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let index = 0; index < vector.length; index += lane, at += lane) {
      a = (a + Math.imul(vector[index] as number, rows[at] as number)) | 0;
      b = (b + Math.imul(vector[index + 1] as number, rows[at + 1] as number)) | 0;
      c = (c + Math.imul(vector[index + 2] as number, rows[at + 2] as number)) | 0;
      d = (d + Math.imul(vector[index + 3] as number, rows[at + 3] as number)) | 0;
    }
    sums[row] = (a + b + c + d) | 0;
  }
  return sums;
}
