import { type IndexAnswer, type IndexQuery, relevanceShares } from '@assay/discovery';
import type { CapabilityTree } from '@assay/registry';
import { fusionAcrossLanguages } from '../nearness.js';
import { type AskedText, readAsked } from '../text/asked-text.js';
import { verbsBy } from '../text/everyday-verbs.js';
import { relatedBy } from '../text/related-words.js';
import { synonymsBy } from '../text/synonyms.js';
import { TermReader } from '../text/terms.js';
import type { SearchedCollection } from './collection.js';
import { coverageOf, type QueryTerm, seek } from './query-terms.js';
import { conditionOf, orderOf, Selection, visibilityFilter } from './selection.js';
import { defaultSettings, type RelevanceSettings } from './settings.js';
import { TextRelevance } from './text-relevance.js';
import { fuseMeaning, type NearnessOf } from './vectors-fusion.js';

/** Of more than so many results, each is found. */
const maxBest = 200;

interface Seen {
  /** Documents that are found and that the caller may see. */
  readonly touched: number[];
  readonly isSeen: (slot: number) => boolean;
}

interface Reading extends Seen {
  /** Whether a document can be in the answer, when no more than the best are asked for. */
  readonly isWanted: ((slot: number) => boolean) | undefined;
  readonly asked: AskedText;
  readonly queryTerms: readonly QueryTerm[];
}

/** Answers queries from an index, in any thread. */
export class Searcher {
  private readonly settings: RelevanceSettings;
  private readonly words: TextRelevance;
  private readonly substitutes;
  /** Scratch of a search, zero in between: relevance by slot. */
  private scores = new Float64Array(1_024);
  /** Scratch: 1 + number of the capability that last added to a slot. */
  private marks = new Uint16Array(1_024);

  constructor(
    settings: Partial<RelevanceSettings>,
    private readonly tree: CapabilityTree,
    private readonly reader = new TermReader(),
  ) {
    this.settings = { ...defaultSettings, ...settings };
    this.words = new TextRelevance(this.settings);
    this.substitutes = { same: synonymsBy(reader), related: relatedBy(reader), verbs: verbsBy(reader) };
  }

  search(query: IndexQuery, collection: SearchedCollection): IndexAnswer {
    const touched: number[] = [];
    try {
      return this.answer(query, collection, touched);
    } finally {
      for (const slot of touched) {
        this.scores[slot] = 0;
        this.marks[slot] = 0;
      }
    }
  }

  /** Leaves relevance in `scores`, at the slots that `touched` takes. */
  private answer(query: IndexQuery, collection: SearchedCollection, touched: number[]): IndexAnswer {
    const asked = readAsked(query.text, this.reader);
    const { documents } = collection;
    this.makeRoom(documents.used);
    const { scores } = this;
    const isSeen = visibilityFilter(query.audience, documents);
    const queryTerms = seek(asked, collection, this.substitutes);
    const meets = conditionOf(query, documents, this.tree);
    const isWanted = asksForBest(query) ? meets : undefined;
    const nearnessOf = this.score(query, collection, { asked, queryTerms, isSeen, isWanted, touched });
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
  private score(
    query: IndexQuery,
    collection: SearchedCollection,
    { asked, queryTerms, isSeen, isWanted, touched }: Reading,
  ): NearnessOf | undefined {
    const { scores } = this;
    const capabilities = [...new Set(query.capabilities)];
    const shares = relevanceShares(asked.terms.length > 0, capabilities.length > 0);
    this.words.add({ asked, queryTerms, collection, scores, touched, isSeen, isWanted }, shares.text);
    this.addCapabilities(capabilities, collection, shares.capabilities, { touched, isSeen });
    const cosines = query.vector && collection.vectors.cosines(query.vector, query.partVectors);
    if (cosines === undefined) return undefined;
    const fusion = query.vectorFirst ? fusionAcrossLanguages : this.settings.fusion;
    return fuseMeaning(cosines, { scores, touched, used: collection.documents.used, isSeen }, fusion);
  }

  /** Adds the tags' part of relevance to `scores`. Tags come best first, so a document's first one is its best. */
  private addCapabilities(
    asked: readonly string[],
    { tags }: SearchedCollection,
    share: number,
    { touched, isSeen }: Seen,
  ): void {
    asked.forEach((capability, number) => {
      for (const { slots, relevance } of tags.related(capability, this.tree)) {
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

/** Whether what is far from the best need not be found, nor counted: a list, which has an offset, counts all. */
const asksForBest = ({ sort = 'relevance', capabilities, facets, offset, limit }: IndexQuery): boolean =>
  sort === 'relevance' && capabilities.length === 0 && facets === undefined && offset === undefined && limit <= maxBest;

/** Under another order than relevance, a query that asks for nothing lists everything. */
const listsAll = ({ sort = 'relevance', text, capabilities }: IndexQuery): boolean =>
  sort !== 'relevance' && text === '' && capabilities.length === 0;

function* slotsBelow(used: number): Iterable<number> {
  for (let slot = 0; slot < used; slot += 1) yield slot;
}
