import type { ToolDocument } from '@assay/discovery';
import type { Sliced } from '@assay/kernel';
import type { TermReader } from '../text/terms.js';
import { CapabilityTags } from './capability-tags.js';
import { Documents, type DocumentsImage, type ReadTexts } from './documents.js';
import { NearWords } from './near-words.js';
import { countOne, Postings } from './postings.js';
import { fields, textsOf } from './settings.js';
import { sharedCopy, sharedStrings } from './shared-copy.js';
import { Vectors, type VectorsImage } from './vectors.js';

/** Removed documents are cleared away when there are this many, and more than a third of those that are left. */
const minGarbage = 512;
/** Stands after each field in a document's sequence of terms; no term has this number. */
export const fieldEnd = 0xffff_ffff;
/** Of a longer text only the beginning is kept in order. */
const maxSequence = 192;

/** Of the lists, so many numbers are copied in a step; a list costs as much as so many of them, however short it is. */
const stepEntries = 2 ** 18;
const costOfList = 64;

/** What a search reads of an index. */
export type SearchedCollection = Pick<
  Collection,
  'documents' | 'tags' | 'vectors' | 'nearWords' | 'epoch' | 'vocabulary' | 'termNumber' | 'postings'
>;

/** What a search by words and meaning reads of an index, in shared memory; see `FrozenCollection`. */
export interface CollectionImage {
  readonly documents: DocumentsImage;
  readonly vectors: VectorsImage;
  /** In the order of their numbers, as of `sharedStrings`. */
  readonly terms: Uint8Array;
  /** Postings of all terms, one list after the other. */
  readonly entries: Uint32Array;
  /** By term number: where its list ends in `entries`, and how many documents have it. */
  readonly ends: Uint32Array;
  readonly live: Uint32Array;
}

/** The inverted index: documents, vocabulary and postings, kept in step. Every change starts a new `epoch`. */
export class Collection {
  readonly documents = new Documents();
  readonly tags = new CapabilityTags();
  readonly vectors = new Vectors();
  /** The vocabulary by look; holds terms that no document has any more, until `compact`. */
  nearWords = new NearWords();
  /** Counts changes: what was worked out from the statistics of an older epoch is stale. */
  epoch = 0;

  private numbers = new Map<string, number>();
  private lists: Postings[] = [];
  /** Packed counts of the document being read, by term number. */
  private counts = new Uint32Array(1_024);

  constructor(private readonly reader: TermReader) {}

  /** Numbers of terms lie below this. */
  get vocabulary(): number {
    return this.lists.length;
  }

  termNumber(term: string): number | undefined {
    return this.numbers.get(term);
  }

  /** Undefined when no document has the term. */
  postings(term: string): Postings | undefined {
    const number = this.numbers.get(term);
    const list = number === undefined ? undefined : this.lists[number];
    return list === undefined || list.live === 0 ? undefined : list;
  }

  /**
   * Adds a document, in the place of the one with the same id. When only its trust changed, changes that in place, in this index
   * alone.
   */
  put(document: ToolDocument): 'all' | 'trust' {
    if (this.documents.renewTrust(document)) return 'trust';
    this.remove(document.id);
    const texts = this.read(document);
    const slot = this.documents.add(document, texts);
    for (const term of texts.terms) {
      (this.lists[term] as Postings).add(slot, this.counts[term] as number);
      this.counts[term] = 0;
    }
    for (const tag of document.capabilities) this.tags.add(tag, slot);
    this.vectors.put(slot, document.vector);
    this.epoch += 1;
    return 'all';
  }

  remove(id: string): void {
    const slot = this.documents.slotOf(id);
    if (slot === undefined) return;
    this.vectors.remove(slot);
    for (const term of this.documents.remove(slot)) (this.lists[term] as Postings).live -= 1;
    this.epoch += 1;
    const garbage = this.documents.used - this.documents.live;
    if (garbage >= minGarbage && garbage * 3 > this.documents.live) this.compact();
  }

  /** Counts a document's terms into `counts`. */
  private read(document: ToolDocument): ReadTexts {
    const lengths = new Uint32Array(fields.length);
    const terms: number[] = [];
    const sequence: number[] = [];
    fields.forEach((name, field) => {
      const isOrdered = name === 'name' || name === 'title' || name === 'description';
      for (const text of textsOf(document, name)) {
        this.reader.each(text, (term) => {
          const number = this.numberOf(term);
          const before = this.counts[number] as number;
          if (before === 0) terms.push(number);
          this.counts[number] = countOne(before, field);
          lengths[field] = (lengths[field] as number) + 1;
          if (isOrdered && sequence.length < maxSequence) sequence.push(number);
        });
      }
      if (isOrdered) sequence.push(fieldEnd);
    });
    return { lengths, terms, sequence };
  }

  /** Copies into shared memory what searches read. A change in between spoils it. */
  *image(): Sliced<CollectionImage> {
    const { lists } = this;
    const [ends, live] = [new Uint32Array(lists.length), new Uint32Array(lists.length)];
    let end = 0;
    for (let number = 0; number < lists.length; number += 1) {
      const list = lists[number] as Postings;
      end += list.length * 2;
      ends[number] = end;
      live[number] = list.live;
    }
    yield;
    return {
      documents: yield* this.documents.image(),
      vectors: yield* this.vectors.image(this.documents.used),
      terms: yield* sharedStrings([...this.numbers.keys()]),
      entries: yield* this.entriesImage(end),
      ends: yield* sharedCopy(ends, ends.length),
      live: yield* sharedCopy(live, live.length),
    };
  }

  private *entriesImage(length: number): Sliced<Uint32Array> {
    const entries = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
    let [at, copied] = [0, 0];
    for (const list of this.lists) {
      entries.set(list.entries.subarray(0, list.length * 2), at);
      at += list.length * 2;
      copied += list.length * 2 + costOfList;
      if (copied < stepEntries) continue;
      copied = 0;
      yield;
    }
    return entries;
  }

  private numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.lists.length;
    this.numbers.set(term, number);
    this.lists.push(new Postings());
    this.nearWords.add(term);
    if (number === this.counts.length) {
      const larger = new Uint32Array(number * 2);
      larger.set(this.counts);
      this.counts = larger;
    }
    return number;
  }

  private compact(): void {
    const termMoved = new Int32Array(this.lists.length).fill(-1);
    const numbers = new Map<string, number>();
    const lists: Postings[] = [];
    this.nearWords = new NearWords();
    for (const [term, number] of this.numbers) {
      const list = this.lists[number] as Postings;
      if (list.live === 0) continue;
      termMoved[number] = lists.length;
      numbers.set(term, lists.length);
      lists.push(list);
      this.nearWords.add(term);
    }
    this.numbers = numbers;
    this.lists = lists;
    const moved = this.documents.compact(termMoved);
    for (const list of lists) list.compact(moved);
    this.tags.compact(moved);
    this.vectors.compact(moved);
  }
}
