import { setImmediate } from 'node:timers/promises';
import {
  ChangesMeanwhile,
  type DocumentBatches,
  type IndexAnswer,
  type IndexQuery,
  type IndexStatus,
  relevanceShares,
  type ToolDocument,
  type ToolIndex,
} from '@assay/discovery';
import { type CapabilityTree, dottedTree } from '@assay/registry';
import { type AskedText, readAsked } from '../text/asked-text.js';
import { verbsBy } from '../text/everyday-verbs.js';
import { relatedBy } from '../text/related-words.js';
import { synonymsBy } from '../text/synonyms.js';
import { TermReader } from '../text/terms.js';
import { Collection } from './collection.js';
import { coverageOf, type QueryTerm, seek } from './query-terms.js';
import { conditionOf, orderOf, Selection, visibilityFilter } from './selection.js';
import { defaultSettings, type RelevanceSettings } from './settings.js';
import { TextRelevance } from './text-relevance.js';
import { fuseMeaning, type NearnessOf } from './vectors-fusion.js';

/** So many documents of a rebuild are taken before others have their turn: a few ms. */
const putAtOnce = 100;

interface Seen {
  /** Documents that are found and that the caller may see. */
  readonly touched: number[];
  readonly isSeen: (slot: number) => boolean;
}

interface Reading extends Seen {
  readonly asked: AskedText;
  readonly queryTerms: readonly QueryTerm[];
}

/**
 * The search engine inside the process: an inverted index in memory, with filters, facets and orders. Relevance by words
 * is `TextRelevance`'s. A batch is applied whole before anything else runs, at 30 to 70 µs a tool: hand large collections
 * in by the hundred.
 */
export class EmbeddedToolIndex implements ToolIndex {
  private readonly reader = new TermReader();
  private readonly settings: RelevanceSettings;
  private readonly words: TextRelevance;
  private readonly substitutes = {
    same: synonymsBy(this.reader),
    related: relatedBy(this.reader),
    verbs: verbsBy(this.reader),
  };
  private collection = new Collection(this.reader);
  private readonly meanwhile = new ChangesMeanwhile();
  /** Scratch of a search, zero in between: relevance by slot. */
  private scores = new Float64Array(1_024);
  /** Scratch: 1 + number of the capability that last added to a slot. */
  private marks = new Uint16Array(1_024);

  /** @param tree where capabilities stand; the tree of their dots when absent. */
  constructor(
    settings: Partial<RelevanceSettings> = {},
    private readonly tree: CapabilityTree = dottedTree,
  ) {
    this.settings = { ...defaultSettings, ...settings };
    this.words = new TextRelevance(this.settings);
  }

  async put(documents: readonly ToolDocument[]): Promise<void> {
    this.meanwhile.put(documents);
    for (const document of documents) this.collection.put(document);
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.meanwhile.remove(ids);
    for (const id of ids) this.collection.remove(id);
  }

  async size(): Promise<number> {
    return this.collection.documents.live;
  }

  async clear(): Promise<void> {
    this.collection = new Collection(this.reader);
  }

  async rebuild(batches: DocumentBatches, progress?: (done: number) => void): Promise<void> {
    const built = new Collection(this.reader);
    const build = async () => {
      for await (const batch of batches) {
        for (const [at, document] of batch.entries()) {
          built.put(document);
          if (at % putAtOnce === putAtOnce - 1) await setImmediate();
        }
        progress?.(built.documents.live);
        await setImmediate();
      }
    };
    await this.meanwhile.during(build, (changed) => {
      for (const document of changed.put) built.put(document);
      for (const id of changed.remove) built.remove(id);
      this.collection = built;
    });
  }

  async status(): Promise<IndexStatus> {
    return { engine: 'embedded', documents: this.collection.documents.live, ready: true, pending: 0 };
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const touched: number[] = [];
    try {
      return this.answer(query, touched);
    } finally {
      for (const slot of touched) {
        this.scores[slot] = 0;
        this.marks[slot] = 0;
      }
    }
  }

  /** Leaves relevance in `scores`, at the slots that `touched` takes. */
  private answer(query: IndexQuery, touched: number[]): IndexAnswer {
    const asked = readAsked(query.text, this.reader);
    const { collection } = this;
    const { documents } = collection;
    this.makeRoom(documents.used);
    const { scores } = this;
    const isSeen = visibilityFilter(query.audience, documents);
    const queryTerms = seek(asked, collection, this.substitutes);
    const nearnessOf = this.score(query, { asked, queryTerms, isSeen, touched });
    const meets = conditionOf(query, documents, this.tree);
    const selection = new Selection(query, documents, orderOf(query, documents, scores));
    if (listsAll(query)) for (const slot of slotsBelow(documents.used)) if (isSeen(slot)) touched.push(slot);
    for (const slot of touched) if (meets(slot)) selection.take(slot);
    const candidates = selection.page().map((slot) => {
      const nearness = nearnessOf?.(slot);
      const found = { id: documents.idOf(slot), relevance: Math.min(1, scores[slot] as number) };
      return { ...found, ...coverageOf(queryTerms, slot), ...(nearness !== undefined && { nearness }) };
    });
    const terms = asked.terms.map(({ word }) => word);
    return { candidates, terms, total: selection.total, ...(query.facets && { facets: selection.counts() }) };
  }

  /** Fills `scores` with relevance; `touched` takes the slots that are above 0. Gives what meaning has to say. */
  private score(query: IndexQuery, { asked, queryTerms, isSeen, touched }: Reading): NearnessOf | undefined {
    const { collection, scores } = this;
    const capabilities = [...new Set(query.capabilities)];
    const shares = relevanceShares(asked.terms.length > 0, capabilities.length > 0);
    this.words.add({ asked, queryTerms, collection, scores, touched, isSeen }, shares.text);
    this.addCapabilities(capabilities, shares.capabilities, { touched, isSeen });
    const cosines = query.vector && collection.vectors.cosines(query.vector);
    if (cosines === undefined) return undefined;
    return fuseMeaning(cosines, { scores, touched, used: collection.documents.used, isSeen }, this.settings.fusion);
  }

  /** Adds the tags' part of relevance to `scores`. Tags come best first, so a document's first one is its best. */
  private addCapabilities(asked: readonly string[], share: number, { touched, isSeen }: Seen): void {
    asked.forEach((capability, number) => {
      for (const { slots, relevance } of this.collection.tags.related(capability, this.tree)) {
        for (const slot of slots) {
          if (this.marks[slot] === number + 1 || !isSeen(slot)) continue;
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

/** Under another order than relevance, a query that asks for nothing lists everything. */
const listsAll = ({ sort = 'relevance', text, capabilities }: IndexQuery): boolean =>
  sort !== 'relevance' && text === '' && capabilities.length === 0;

function* slotsBelow(used: number): Iterable<number> {
  for (let slot = 0; slot < used; slot += 1) yield slot;
}
