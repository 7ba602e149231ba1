import { type IndexAnswer, type IndexQuery, relevanceShares, type ToolDocument, type ToolIndex } from '@assay/core';
import { TermReader } from '../text/terms.js';
import { Best } from './best.js';
import { impactsOf, inverseFrequency } from './bm25f.js';
import { Collection } from './collection.js';
import type { Postings } from './postings.js';
import { type Bm25fSettings, defaultSettings } from './settings.js';

interface SoughtTerm {
  readonly term: string;
  readonly postings: Postings;
  readonly weight: number;
}

/**
 * The search engine inside the process: BM25F in memory. Relevance is the score divided by what a document would
 * reach that repeated each of the query's words without end, Σ idf·(k1+1); a word that no document has counts in that
 * sum like the rarest one. A batch is applied whole before anything else runs, at 20 to 50 µs a tool: hand large
 * collections in by the hundred.
 */
export class EmbeddedToolIndex implements ToolIndex {
  private readonly settings: Bm25fSettings;
  private readonly reader = new TermReader();
  private collection = new Collection(this.reader);
  /** Scratch of a search, zero in between: relevance by slot. */
  private scores = new Float64Array(1_024);
  /** Scratch: 1 + number of the capability that last added to a slot. */
  private marks = new Uint16Array(1_024);

  constructor(settings: Partial<Bm25fSettings> = {}) {
    this.settings = { ...defaultSettings, ...settings };
  }

  async put(documents: readonly ToolDocument[]): Promise<void> {
    for (const document of documents) this.collection.put(document);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.collection.remove(id);
  }

  async size(): Promise<number> {
    return this.collection.documents.live;
  }

  async clear(): Promise<void> {
    this.collection = new Collection(this.reader);
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const asked = this.reader.distinct(query.text);
    const terms = [...asked.keys()];
    const capabilities = [...new Set(query.capabilities)];
    const shares = relevanceShares(terms.length > 0, capabilities.length > 0);
    const { documents } = this.collection;
    this.makeRoom(documents.used);
    const touched: number[] = [];
    const sought = this.addText(terms, shares.text, touched);
    this.addCapabilities(capabilities, shares.capabilities, touched);
    const visible = documents.audiences.visibleTo(query.audience);
    const { leastTrustKey = Number.NEGATIVE_INFINITY } = query;
    const best = new Best(query.limit, (a, b) => documents.idOf(a) < documents.idOf(b));
    for (const slot of touched) {
      const isTrusted = (documents.trustKeys[slot] as number) >= leastTrustKey;
      if (isTrusted && visible[documents.audience[slot] as number] === 1) best.offer(slot, this.scores[slot] as number);
      this.scores[slot] = 0;
      this.marks[slot] = 0;
    }
    const candidates = best.take().map(({ slot, score }) => ({
      id: documents.idOf(slot),
      relevance: Math.min(1, score),
      matched: sought.filter(({ postings }) => postings.has(slot)).map(({ term }) => asked.get(term) ?? term),
    }));
    return { candidates, terms: [...asked.values()] };
  }

  /** Adds the words' part of relevance to `scores`; gives the words that some document has. */
  private addText(terms: readonly string[], share: number, touched: number[]): SoughtTerm[] {
    const { k1 } = this.settings;
    const sought: SoughtTerm[] = [];
    let perfect = 0;
    for (const term of terms) {
      const postings = this.collection.postings(term);
      const having = postings?.live ?? 0;
      const weight = inverseFrequency(this.collection.documents.live, having);
      perfect += weight * (k1 + 1);
      if (postings !== undefined && having > 0) sought.push({ term, postings, weight });
    }
    for (const { postings, weight } of sought) this.addTerm(postings, (weight * share) / perfect, touched);
    return sought;
  }

  private addTerm(postings: Postings, factor: number, touched: number[]): void {
    const impacts = impactsOf(postings, this.collection, this.settings);
    const { entries, length } = postings;
    const { scores } = this;
    for (let at = 0; at < length; at += 1) {
      const slot = entries[at * 2] as number;
      const before = scores[slot] as number;
      if (before === 0) touched.push(slot);
      scores[slot] = before + factor * (impacts[at] as number);
    }
  }

  /** Adds the tags' part of relevance to `scores`. Tags come best first, so a document's first one is its best. */
  private addCapabilities(asked: readonly string[], share: number, touched: number[]): void {
    asked.forEach((capability, number) => {
      for (const { slots, relevance } of this.collection.tags.related(capability)) {
        for (const slot of slots) {
          if (this.marks[slot] === number + 1) continue;
          this.marks[slot] = number + 1;
          const before = this.scores[slot] as number;
          if (before === 0) touched.push(slot);
          this.scores[slot] = before + (share * relevance) / asked.length;
        }
      }
    });
  }

  private makeRoom(slots: number): void {
    if (slots <= this.scores.length) return;
    const room = Math.max(slots, this.scores.length * 2);
    this.scores = new Float64Array(room);
    this.marks = new Uint16Array(room);
  }
}
