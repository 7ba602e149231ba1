import type { ToolDocument } from '@assay/core';
import type { TermReader } from '../text/terms.js';
import { CapabilityTags } from './capability-tags.js';
import { Documents } from './documents.js';
import { countOne, Postings } from './postings.js';
import { fields, textsOf } from './settings.js';

/** Removed documents are cleared away when there are this many, and more than a third of those that are left. */
const leastGarbage = 512;

/** The inverted index: documents, vocabulary and postings, kept in step. Every change starts a new `epoch`. */
export class Collection {
  readonly documents = new Documents();
  readonly tags = new CapabilityTags();
  /** Counts changes: what was worked out from the statistics of an older epoch is stale. */
  epoch = 0;

  private numbers = new Map<string, number>();
  private lists: Postings[] = [];
  /** Packed counts of the document being read, by term number. */
  private counts = new Uint32Array(1_024);

  constructor(private readonly reader: TermReader) {}

  postings(term: string): Postings | undefined {
    const number = this.numbers.get(term);
    return number === undefined ? undefined : this.lists[number];
  }

  /** Adds a document, in the place of the one with the same id. */
  put(document: ToolDocument): void {
    this.remove(document.id);
    const lengths = new Uint32Array(fields.length);
    const terms = this.read(document, lengths);
    const slot = this.documents.add(document, lengths, terms);
    for (const term of terms) {
      (this.lists[term] as Postings).add(slot, this.counts[term] as number);
      this.counts[term] = 0;
    }
    for (const tag of document.capabilities) this.tags.add(tag, slot);
    this.epoch += 1;
  }

  remove(id: string): void {
    const slot = this.documents.slotOf(id);
    if (slot === undefined) return;
    for (const term of this.documents.remove(slot)) (this.lists[term] as Postings).live -= 1;
    this.epoch += 1;
    const garbage = this.documents.used - this.documents.live;
    if (garbage >= leastGarbage && garbage * 3 > this.documents.live) this.compact();
  }

  /** Counts a document's terms into `counts`, its field lengths into `lengths`; gives the distinct terms' numbers. */
  private read(document: ToolDocument, lengths: Uint32Array): number[] {
    const terms: number[] = [];
    fields.forEach((name, field) => {
      for (const text of textsOf(document, name)) {
        this.reader.each(text, (term) => {
          const number = this.numberOf(term);
          const before = this.counts[number] as number;
          if (before === 0) terms.push(number);
          this.counts[number] = countOne(before, field);
          lengths[field] = (lengths[field] as number) + 1;
        });
      }
    });
    return terms;
  }

  private numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.lists.length;
    this.numbers.set(term, number);
    this.lists.push(new Postings());
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
    for (const [term, number] of this.numbers) {
      const list = this.lists[number] as Postings;
      if (list.live === 0) continue;
      termMoved[number] = lists.length;
      numbers.set(term, lists.length);
      lists.push(list);
    }
    this.numbers = numbers;
    this.lists = lists;
    const moved = this.documents.compact(termMoved);
    for (const list of lists) list.compact(moved);
    this.tags.compact(moved);
  }
}
