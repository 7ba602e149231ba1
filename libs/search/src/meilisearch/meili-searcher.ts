import { capabilityRelevance, type IndexAnswer, type IndexQuery, relatedTags, relevanceShares } from '@assay/discovery';
import type { CapabilityTree } from '@assay/registry';
import type { Meilisearch, MultiSearchQuery } from 'meilisearch';
import { defaultFusion, fusionAcrossLanguages } from '../nearness.js';
import { readAsked } from '../text/asked-text.js';
import type { TermReader } from '../text/terms.js';
import type { SidedQuery } from './filters.js';
import { addFacets, countFacets, type Hit, inOrder, isComplete, type Listed, type Scored } from './hits.js';
import { type Answered, listedOf, wantedFacets } from './listed.js';
import { type NearList, nearListOf, withNearness } from './near-list.js';
import {
  byRelevanceQueries,
  type Common,
  commonOf,
  countQuery,
  declaringQuery,
  maxWords,
  pageQuery,
  tagsInUseQuery,
  tagsOf,
  togetherQuery,
  unionRequest,
  vectorQuery,
  wordQuery,
} from './search-requests.js';
import { matchWords, type QueryTerm, type WordList } from './word-lists.js';

/** What is looked for, beside the conditions. */
interface Search {
  readonly common: Common;
  readonly terms: readonly QueryTerm[];
  readonly tags: readonly string[];
}

/** The lists that one search is made from. */
interface Lists {
  /** Of each word; none when there are no words. */
  readonly words: readonly WordList[];
  readonly together: Listed;
  /** How many documents the caller sees under the filter. */
  readonly documents: number;
  /** Of the tags; the first is of all of them and has the exact total. */
  readonly related: readonly Listed[];
  readonly near: NearList | undefined;
}

/** An answer whose candidates still have the documents they come from. */
interface Found extends Omit<IndexAnswer, 'candidates'> {
  readonly candidates: readonly Scored[];
}

const isTwoSided = ({ sort, organisationId }: IndexQuery): boolean =>
  sort === 'trust' && organisationId !== null && organisationId !== undefined;

/** One search: which lists are asked for, and how they become candidates. */
export class MeiliSearcher {
  constructor(
    private readonly client: Meilisearch,
    private readonly uid: string,
    private readonly reader: TermReader,
    private readonly tree: CapabilityTree,
  ) {}

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const { candidates, ...rest } = await (isTwoSided(query) ? this.#searchSides(query) : this.#searchOne(query));
    return { ...rest, candidates: candidates.map(({ hit: _, ...candidate }) => candidate) };
  }

  /**
   * By trust, for callers of an organisation: their own tools are ordered by the inside view's key and all others by the
   * outside view's, so each part is asked for in its order, and both are merged.
   */
  async #searchSides(query: IndexQuery): Promise<Found> {
    const { offset = 0, limit } = query;
    const asked = { ...query, offset: 0, limit: offset + limit };
    const [own, others] = await Promise.all([
      this.#searchOne({ ...asked, side: 'own' }),
      this.#searchOne({ ...asked, side: 'others' }),
    ]);
    const ordered = [
      ...own.candidates.map((it) => ({ it, key: it.hit.insideTrustKey })),
      ...others.candidates.map((it) => ({ it, key: it.hit.trustKey })),
    ].sort((a, b) => b.key - a.key || (a.it.id < b.it.id ? -1 : 1));
    return {
      terms: own.terms,
      candidates: ordered.slice(offset, offset + limit).map(({ it }) => it),
      total: own.total + others.total,
      ...(query.facets && { facets: addFacets(own.facets ?? {}, others.facets ?? {}) }),
    };
  }

  async #searchOne(query: SidedQuery): Promise<Found> {
    const terms = this.#termsOf(query.text);
    const tags = [...new Set(query.capabilities)];
    const asked = { terms: terms.map((one) => one.asked) };
    if (seesNothing(query)) return { ...asked, ...nothing(query) };
    const within = await this.#within(query);
    if (within?.length === 0) return { ...asked, ...nothing(query) };
    const search: Search = { common: commonOf(this.uid, query, { within, words: terms.length }), terms, tags };
    if (terms.length > 0 || tags.length > 0 || query.vector !== undefined) {
      return { ...asked, ...(await this.#best(search)) };
    }
    const listsAll = query.text === '' && (query.sort ?? 'relevance') !== 'relevance';
    return { ...asked, ...(listsAll ? await this.#page(search.common) : nothing(query)) };
  }

  /**
   * The tags in use that are the filter's capability or lie below it, as the tree stands now; undefined when the filter
   * names none. The index knows tags and no tree, so that a change of the tree changes no document.
   */
  async #within(query: SidedQuery): Promise<readonly string[] | undefined> {
    const { capability, ...filter } = query.filter ?? {};
    if (capability === undefined) return undefined;
    const inUse = await this.#ask([tagsInUseQuery(commonOf(this.uid, { ...query, filter }))]);
    const asked = this.tree.path(capability).at(-1) ?? capability;
    return tagsIn(inUse[0]).filter((tag) => this.tree.path(tag).includes(asked));
  }

  /** The words that count most, in their order. */
  #termsOf(text: string): QueryTerm[] {
    const read = readAsked(text, this.reader).terms.map(({ term, word, weight }, at) => ({
      term,
      asked: word,
      weight,
      at,
    }));
    const kept = read.sort((a, b) => b.weight - a.weight || a.at - b.at).slice(0, maxWords);
    return kept
      .sort((a, b) => a.at - b.at)
      .map(({ term, asked, weight }) => ({ term: term.toWellFormed(), asked, weight }));
  }

  /** A plain list in an explicit order. */
  async #page(common: Common): Promise<Omit<Found, 'terms'>> {
    const { query, skip } = pageQuery(common);
    const [list = empty] = await this.#ask([query]);
    const candidates = list.hits.slice(skip, skip + common.query.limit);
    return {
      candidates: candidates.map((hit) => ({ id: hit.id, hit, relevance: 0, matched: [] })),
      total: list.total,
      ...(list.facets && { facets: list.facets }),
    };
  }

  async #best(search: Search): Promise<Omit<Found, 'terms'>> {
    const { limit, offset = 0 } = search.common.query;
    const lists = await this.#lists(search);
    const found = this.#scored(search, lists).sort(inOrder(search.common.query));
    return { candidates: found.slice(offset, offset + limit), ...(await this.#totals(search, lists, found)) };
  }

  /** Asks for all lists at once; for those of tags when it is known which tags there are. */
  async #lists({ common, terms, tags }: Search): Promise<Lists> {
    const { vector } = common.query;
    const words = terms.map(({ term }) => term);
    const answers = await this.#ask([
      ...(words.length > 0 ? [countQuery(common), togetherQuery(common, words)] : []),
      ...words.map((word) => wordQuery(common, word)),
      ...(tags.length > 0 ? [tagsInUseQuery(common)] : []),
      ...(vector === undefined ? [] : [vectorQuery(common, vector)]),
    ]);
    const [count = empty, together = empty] = words.length > 0 ? answers.splice(0, 2) : [];
    const ofWords = await this.#asWritten(
      common,
      terms.map((one) => ({ queryTerm: one, ...(answers.shift() ?? empty) })),
    );
    const inUse = tags.length > 0 ? tagsIn(answers.shift()) : [];
    const related = await this.#related(common, tags, inUse);
    return {
      words: ofWords,
      together,
      documents: count.total,
      related,
      near: vector && nearListOf(answers.shift() ?? empty),
    };
  }

  /** One list of all that the tags find; by relevance as well, when one does not hold them all. */
  async #related(common: Common, asked: readonly string[], inUse: readonly string[]): Promise<Listed[]> {
    const answering = asked.map((tag) => relatedTags(tag, inUse, this.tree)).filter((tags) => tags.length > 0);
    if (answering.length === 0) return [];
    const lists = await this.#ask([declaringQuery(common, [...new Set(answering.flatMap(tagsOf))])]);
    const byRelevance = (common.query.sort ?? 'relevance') === 'relevance';
    if (lists.every(isComplete) || !byRelevance) return lists;
    return [...lists, ...(await this.#ask(byRelevanceQueries(common, answering)))];
  }

  /** Words that nobody has are looked for in the form they were asked in: a typo may have led to a stem of its own. */
  async #asWritten(common: Common, lists: readonly WordList[]): Promise<readonly WordList[]> {
    const again = lists.filter(({ total, queryTerm: { term, asked } }) => total === 0 && term !== asked);
    if (again.length === 0) return lists;
    const answers = await this.#ask(again.map(({ queryTerm: { asked } }) => wordQuery(common, asked.toWellFormed())));
    const found = again.map(({ queryTerm }, at) => ({
      queryTerm: { ...queryTerm, term: queryTerm.asked },
      ...(answers[at] ?? empty),
    }));
    const byWord = new Map(found.map((list) => [list.queryTerm.asked, list]));
    return lists.map((list) => byWord.get(list.queryTerm.asked) ?? list);
  }

  /**
   * Exact when only words, or only tags, were asked for, and whenever the lists hold all there is. For words and tags
   * together beyond that, what the lists hold is counted.
   */
  async #totals({ common, terms, tags }: Search, lists: Lists, found: readonly Scored[]) {
    const { facets, vector } = common.query;
    const isWhole = [...lists.words, ...lists.related.slice(0, 1)].every(isComplete);
    if (!isWhole && vector === undefined) {
      if (tags.length === 0) {
        return this.#union(
          common,
          lists.words.map((list) => list.queryTerm.term),
        );
      }
      const [related = empty] = lists.related;
      if (terms.length === 0) return { total: related.total, ...(related.facets && { facets: related.facets }) };
    }
    const hits = found.map(({ hit }) => hit);
    return { total: found.length, ...(facets && { facets: countFacets(hits, facets) }) };
  }

  async #union(common: Common, words: readonly string[]): Promise<Pick<IndexAnswer, 'total' | 'facets'>> {
    const request = unionRequest(common, words);
    const response = await this.client.multiSearch<typeof request, Hit>(request);
    const { facets } = common.query;
    const counted = response.facetsByIndex?.[this.uid]?.distribution;
    return { total: listedOf(response).total, ...(facets && { facets: wantedFacets(counted, facets) }) };
  }

  /** Relevance of every document that is in some list. */
  #scored({ common, terms, tags }: Search, lists: Lists): Scored[] {
    const hits = new Map<string, Hit>();
    for (const list of [...lists.words, lists.together, ...lists.related, lists.near ?? empty]) {
      for (const hit of list.hits) hits.set(hit.id, hit);
    }
    const fusion = common.query.vectorFirst ? fusionAcrossLanguages : defaultFusion;
    const text = withNearness(matchWords(lists.words, lists.together, lists.documents), lists.near, fusion);
    const shares = relevanceShares(terms.length > 0 || common.query.vector !== undefined, tags.length > 0);
    return [...hits.values()]
      .map((hit) => {
        const { relevance, matched } = text.get(hit.id) ?? { relevance: 0, matched: [] };
        const byTags = capabilityRelevance(tags, hit.capabilities, this.tree);
        return { id: hit.id, hit, matched, relevance: shares.text * relevance + shares.capabilities * byTags };
      })
      .filter(({ relevance }) => relevance > 0);
  }

  async #ask(queries: MultiSearchQuery[]): Promise<Listed[]> {
    const { results } = await this.client.multiSearch<{ queries: MultiSearchQuery[] }, Hit>({ queries });
    return (results as readonly Answered[]).map((response, at) => listedOf(response, queries[at]?.facets));
  }
}

const empty: Listed = { hits: [], total: 0 };

const tagsIn = (counted: Listed | undefined): string[] => Object.keys(counted?.facets?.capabilities ?? {});

/** Nobody's tokens and an empty choice meet no document; as a filter they would be an empty list. */
const seesNothing = ({ audience, filter = {} }: IndexQuery): boolean =>
  [audience, filter.namespaces, filter.protocols].some((choice) => choice?.length === 0);

const nothing = ({ facets }: IndexQuery): Omit<Found, 'terms'> => ({
  candidates: [],
  total: 0,
  ...(facets && { facets: countFacets([], facets) }),
});
