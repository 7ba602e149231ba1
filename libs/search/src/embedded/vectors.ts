import { lengthOf, quantised } from '@assay/discovery';
import type { Sliced } from '@assay/kernel';
import { distancesTo } from './bit-distances.js';
import { sharedCopy } from './shared-copy.js';

/** Longest vector, in numbers. */
const maxDimensions = 8_192;
/** Numbers that are multiplied together; rows are padded to a multiple of it. */
const lane = 4;
/** 2 GiB: room for 1.3 million vectors of 1,536 numbers. */
const maxBytes = 2_147_483_648;

/** Up to so many documents are compared exactly; of more, only those that matter. */
const allExact = 1_024;
/** Of many documents, so many nearest by their codes are compared exactly. */
const rescored = 512;

/** What is asked for, as it is compared. */
interface Asked {
  readonly vector: Int32Array;
  readonly length: number;
  readonly code: Uint32Array;
}

/** Cosines of a query with the documents, by slot. Valid until the next question. */
export interface Cosines {
  /** Whether the document has a vector. */
  has(slot: number): boolean;
  /** 0 when it has none. Exact for few documents and for the nearest of many, else estimated. */
  of(slot: number): number;
  /** As `of`, exact for every document. */
  exact(slot: number): number;
  /** Those that are near enough to be found by meaning alone, in order: the nearest of many; undefined for all of few. */
  readonly near?: readonly number[];
}

/** Vectors of so many slots, in shared memory. */
export interface VectorsImage {
  readonly dimensions: number;
  readonly live: number;
  readonly rows: Int8Array;
  readonly codes: Uint32Array;
  readonly inverse: Float32Array;
}

/**
 * The documents' vectors by slot, a signed byte a dimension and a bit code beside it, and the cosine of each with a query. Beyond
 * some thousand documents the codes (the signs of the dimensions) estimate the cosine, cos(π · share of different signs), and
 * the nearest by this are compared by their bytes. 50,000 vectors of 256 dimensions are 15 MB. A vector beyond 2 GiB is not
 * kept, and its document is found by words alone. Nothing is reserved before the
 * first vector comes. Vectors have one length at a time: the first of another length, from another model, clears those
 * of before.
 */
export class Vectors {
  #dimensions = 0;
  /** Bytes of a row. */
  #width = 0;
  /** The rows, one after the other; zeros beyond a row's dimensions. */
  #rows: Int8Array = new Int8Array(0);
  /** The signs of each row's dimensions, 32 a word. */
  #codes: Uint32Array = new Uint32Array(0);
  /** One over the length of the bytes, by slot; 0 where there is no vector. */
  #inverse: Float32Array = new Float32Array(0);
  /** Of the latest question, by slot: exact cosines, and bits by which codes differ from the query's. */
  #cosines = new Float32Array(0);
  #distances = new Uint16Array(0);
  #live = 0;

  /** Reads an image; nothing can be put into it. */
  static restore({ dimensions, live, rows, codes, inverse }: VectorsImage): Vectors {
    const vectors = new Vectors();
    vectors.#restart(dimensions);
    vectors.#rows = rows;
    vectors.#codes = codes;
    vectors.#inverse = inverse;
    vectors.#cosines = new Float32Array(inverse.length);
    vectors.#distances = new Uint16Array(inverse.length);
    vectors.#live = live;
    return vectors;
  }

  *image(used: number): Sliced<VectorsImage> {
    const slots = Math.min(used, this.#inverse.length);
    return {
      ...{ dimensions: this.#dimensions, live: this.#live },
      rows: yield* sharedCopy(this.#rows, slots * this.#width),
      codes: yield* sharedCopy(this.#codes, slots * this.#codeWidth),
      inverse: yield* sharedCopy(this.#inverse, slots),
    };
  }

  /** Even, as codes are compared 64 bits at a time. */
  get #codeWidth(): number {
    return Math.ceil(this.#dimensions / 64) * 2;
  }

  /** Documents with a vector. */
  get live(): number {
    return this.#live;
  }

  /** Bytes reserved. */
  get bytes(): number {
    return [this.#rows, this.#codes, this.#inverse, this.#cosines, this.#distances].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
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
    signsOf(row, this.#codes, slot * this.#codeWidth);
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
      this.#codes.copyWithin(target * this.#codeWidth, slot * this.#codeWidth, (slot + 1) * this.#codeWidth);
      this.#inverse[target] = inverse;
      this.#live += 1;
    }
  }

  /**
   * Undefined when there is nothing to compare with, or vectors are of another length than the query's. Of a query with parts, a
   * document has the cosine of the part that it is nearest to.
   */
  cosines(query: Float32Array, parts: readonly Float32Array[] = []): Cosines | undefined {
    if (this.#live === 0 || query.length !== this.#dimensions) return undefined;
    const asked = [query, ...parts].flatMap((one) => this.#read(one));
    if (asked.length === 0) return undefined;
    const exact = (slot: number): number => {
      const factor = this.#inverse[slot] ?? 0;
      if (factor === 0) return 0;
      const from = slot * this.#width;
      let best = Number.NEGATIVE_INFINITY;
      for (const { vector, length } of asked) best = Math.max(best, dotProduct(vector, this.#rows, from) / length);
      return best * factor;
    };
    const cosines = this.#cosines;
    const has = (slot: number): boolean => (this.#inverse[slot] ?? 0) > 0;
    if (this.#live > allExact) return { has, exact, ...this.#estimate(asked, exact) };
    for (let slot = 0; slot < cosines.length; slot += 1) cosines[slot] = exact(slot);
    return { has, exact, of: (slot) => cosines[slot] ?? 0 };
  }

  /** Cosines by codes, and exact ones of the nearest by these. */
  #estimate(asked: readonly Asked[], exact: (slot: number) => number): Pick<Cosines, 'of' | 'near'> {
    const dimensions = this.#dimensions;
    const [distances, cosines, inverse] = [this.#distances, this.#cosines, this.#inverse];
    distancesTo(
      asked.map(({ code }) => code),
      this.#codes,
      distances,
    );
    const farthest = this.#farthest();
    const near: number[] = [];
    for (let slot = 0; slot < distances.length; slot += 1) {
      if ((distances[slot] as number) > farthest || inverse[slot] === 0) continue;
      cosines[slot] = exact(slot);
      near.push(slot);
    }
    const byDistance = Float32Array.from({ length: dimensions + 1 }, (_, n) => Math.cos((Math.PI * n) / dimensions));
    const of = (slot: number): number => {
      if ((inverse[slot] ?? 0) === 0) return 0;
      const distance = distances[slot] as number;
      return (distance > farthest ? byDistance[distance] : cosines[slot]) as number;
    };
    return { of, near };
  }

  /** Documents up to this distance are compared exactly. */
  #farthest(): number {
    const [distances, inverse, dimensions] = [this.#distances, this.#inverse, this.#dimensions];
    const counts = new Uint32Array(dimensions + 1);
    for (let slot = 0; slot < distances.length; slot += 1) {
      const distance = distances[slot] as number;
      if (inverse[slot] !== 0) counts[distance] = (counts[distance] as number) + 1;
    }
    let [near, farthest] = [0, -1];
    while (near < rescored && farthest < dimensions) near += counts[++farthest] as number;
    return farthest;
  }

  /** Nothing for what is of another length, or all zeros. */
  #read(query: Float32Array): Asked[] {
    if (query.length !== this.#dimensions) return [];
    const bytes = quantised(query, new Int8Array(this.#width));
    const length = lengthOf(bytes);
    if (length === 0) return [];
    const code = new Uint32Array(this.#codeWidth);
    signsOf(bytes.subarray(0, this.#dimensions), code, 0);
    return [{ vector: Int32Array.from(bytes), length, code }];
  }

  #restart(dimensions: number): void {
    this.#dimensions = dimensions;
    this.#width = Math.ceil(dimensions / lane) * lane;
    this.#rows = new Int8Array(0);
    this.#codes = new Uint32Array(0);
    this.#inverse = new Float32Array(0);
    this.#cosines = new Float32Array(0);
    this.#distances = new Uint16Array(0);
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
    const codes = new Uint32Array(slots * this.#codeWidth);
    codes.set(this.#codes);
    this.#codes = codes;
    const inverse = new Float32Array(slots);
    inverse.set(this.#inverse);
    this.#inverse = inverse;
    this.#cosines = new Float32Array(slots);
    this.#distances = new Uint16Array(slots);
    return true;
  }

  #row(slot: number): Int8Array<ArrayBuffer> {
    return (this.#rows as Int8Array<ArrayBuffer>).subarray(slot * this.#width, slot * this.#width + this.#dimensions);
  }
}

/** Undefined when the machine has no such memory left: search by words goes on without these vectors. */
function grown(rows: Int8Array, length: number): Int8Array<ArrayBuffer> | undefined {
  try {
    const larger = new Int8Array(length);
    larger.set(rows);
    return larger;
  } catch {
    return undefined;
  }
}

/** The dot product of a vector with a row. Four sums at a time, since each then waits for none of the others. */
function dotProduct(vector: Int32Array, rows: Int8Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let index = 0, at = from; index < vector.length; index += lane, at += lane) {
    a = (a + Math.imul(vector[index] as number, rows[at] as number)) | 0;
    b = (b + Math.imul(vector[index + 1] as number, rows[at + 1] as number)) | 0;
    c = (c + Math.imul(vector[index + 2] as number, rows[at + 2] as number)) | 0;
    d = (d + Math.imul(vector[index + 3] as number, rows[at + 3] as number)) | 0;
  }
  return (a + b + c + d) | 0;
}

/** Writes a bit for each number above 0. */
function signsOf(numbers: Int8Array, into: Uint32Array, from: number): void {
  for (let at = 0, word = from; at < numbers.length; at += 32, word += 1) {
    let bits = 0;
    const end = Math.min(32, numbers.length - at);
    for (let bit = 0; bit < end; bit += 1) if ((numbers[at + bit] as number) > 0) bits |= 1 << bit;
    into[word] = bits;
  }
}
