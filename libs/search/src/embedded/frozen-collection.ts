import { CapabilityTags } from './capability-tags.js';
import type { CollectionImage, SearchedCollection } from './collection.js';
import { Documents } from './documents.js';
import { NearWords } from './near-words.js';
import { Postings } from './postings.js';
import { stringsIn } from './shared-copy.js';
import { Vectors } from './vectors.js';

/** Lists of words kept with what was worked out of them take at most this share of all entries. */
const keptShare = 0.1;
const minKeptEntries = 100_000;

/**
 * An index in another thread: reads the shared memory of an image, and has of its own the vocabulary, the names of documents
 * and the lists of words that are asked for most. Nothing can be put into it. Capability tags are not in it.
 */
export class FrozenCollection implements SearchedCollection {
  readonly documents: Documents;
  readonly vectors: Vectors;
  readonly tags = new CapabilityTags();
  readonly epoch = 0;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #maxKept: number;
  #nearWords: NearWords | undefined;
  /** Last used last. */
  readonly #kept = new Map<number, Postings>();
  #keptEntries = 0;

  constructor(private readonly image: CollectionImage) {
    this.documents = Documents.restore(image.documents);
    this.vectors = Vectors.restore(image.vectors);
    this.#numbers = new Map(stringsIn(image.terms).map((term, number) => [term, number]));
    this.#maxKept = Math.max(minKeptEntries, keptShare * image.entries.length);
  }

  get vocabulary(): number {
    return this.#numbers.size;
  }

  /** Made when a word is not known, which most searches do not need. */
  get nearWords(): NearWords {
    if (this.#nearWords === undefined) {
      this.#nearWords = new NearWords();
      for (const term of this.#numbers.keys()) this.#nearWords.add(term);
    }
    return this.#nearWords;
  }

  termNumber(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  postings(term: string): Postings | undefined {
    const number = this.#numbers.get(term);
    const live = number === undefined ? 0 : (this.image.live[number] as number);
    return number === undefined || live === 0 ? undefined : this.#list(number, live);
  }

  #list(number: number, live: number): Postings {
    const known = this.#kept.get(number);
    if (known !== undefined) {
      this.#kept.delete(number);
      this.#kept.set(number, known);
      return known;
    }
    const { ends, entries } = this.image;
    const from = number === 0 ? 0 : (ends[number - 1] as number);
    const list = Postings.restore(entries.subarray(from, ends[number]), live);
    this.#kept.set(number, list);
    this.#keptEntries += list.entries.length;
    for (const [oldest, { entries: of }] of this.#kept) {
      if (this.#keptEntries <= this.#maxKept || oldest === number) break;
      this.#kept.delete(oldest);
      this.#keptEntries -= of.length;
    }
    return list;
  }
}
