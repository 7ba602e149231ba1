import type { RelatedTag } from '@assay/discovery';
import type { FederatedMultiSearchParams, MultiSearchQuery } from 'meilisearch';
import { conditionsOf, declaresOneOf, type SidedQuery } from './filters.js';
import { readAttributes, sortRulesOf } from './hits.js';
import { embedderName } from './indexed-document.js';

/** The engine reads at most this many words of one query. */
export const maxWordsTogether = 10;
/** Different words that are looked up; a longer text is searched by its first ones. */
export const maxWords = 24;
/**
 * How long lists are: longer than what is asked for, so that documents low in each word's list meet high in the sum, and
 * in steps, so that the pages of one search are cut from the same lists.
 */
const listSteps = [200, 1_000, 5_000, 25_000] as const;
/**
 * Hits that the lists of one search have together, about 8 MB of JSON: far behind in a list of many words, their lists
 * end before the page does, and so does what can be read.
 */
const maxHitsTogether = 40_000;

/** Everything that the queries of one search have in common. */
export interface Common {
  readonly uid: string;
  readonly query: SidedQuery;
  /** How deep the lists go. */
  readonly listed: number;
  /** Of which a document has to declare one, when the filter names a capability. */
  readonly within?: readonly string[];
}

interface Extent {
  readonly within?: readonly string[] | undefined;
  /** How many words have a list of their own. */
  readonly words?: number;
}

export function commonOf(uid: string, query: SidedQuery, { within, words = 0 }: Extent = {}): Common {
  const end = (query.offset ?? 0) + query.limit;
  const step = listSteps.find((length) => length >= end) ?? end;
  const listed = Math.min(step, Math.max(listSteps[0], Math.floor(maxHitsTogether / (words + 2))));
  return { uid, query, listed, ...(within && { within }) };
}

/** A list from its beginning, with its exact total. */
function listQuery({ uid, query, listed, within }: Common, extra: readonly string[], more: Partial<MultiSearchQuery>) {
  const sort = sortRulesOf(query);
  return {
    indexUid: uid,
    filter: [...conditionsOf(query, within), ...extra],
    ...(sort.length > 0 && { sort: [...sort] }),
    attributesToRetrieve: [...readAttributes, ...(query.facets ?? [])],
    page: 1,
    hitsPerPage: listed,
    ...more,
  } satisfies MultiSearchQuery;
}

/** How many documents the caller sees under the filter, found or not: what a word's weight is measured against. */
export const countQuery = (common: Common): MultiSearchQuery => listQuery(common, [], { q: '', hitsPerPage: 0 });

export const wordQuery = (common: Common, term: string): MultiSearchQuery =>
  listQuery(common, [], { q: term, matchingStrategy: 'all', showRankingScore: true });

export const togetherQuery = (common: Common, terms: readonly string[]): MultiSearchQuery =>
  listQuery(common, [], {
    q: terms.slice(0, maxWordsTogether).join(' '),
    matchingStrategy: 'frequency',
    showRankingScore: true,
  });

/** The tags that the documents within reach declare, as the counts of a facet. */
export const tagsInUseQuery = (common: Common): MultiSearchQuery =>
  listQuery(common, [], { q: '', hitsPerPage: 0, facets: ['capabilities'] });

/** All documents that declare one of the tags, and their counts. */
export const declaringQuery = (common: Common, tags: readonly string[]): MultiSearchQuery =>
  listQuery(common, [declaresOneOf(tags)], { q: '', ...facetsOf(common) });

/** A list of one relevance each, for each tag asked for; and one of the documents that answer them all. */
export function byRelevanceQueries(common: Common, answering: readonly (readonly RelatedTag[])[]): MultiSearchQuery[] {
  const lists = answering
    .flatMap((related) => [...Map.groupBy(related, ({ relevance }) => relevance).values()])
    .map((equals) => listQuery(common, [declaresOneOf(tagsOf(equals))], { q: '' }));
  if (answering.length === 1) return lists;
  const all = answering.map((related) => declaresOneOf(tagsOf(related)));
  return [...lists, listQuery(common, all, { q: '' })];
}

export const tagsOf = (related: readonly RelatedTag[]): string[] => related.map(({ tag }) => tag);

/** The documents nearest to a vector, whatever order is asked for: a sort would take the place of nearness. */
export const vectorQuery = (common: Common, vector: Float32Array): MultiSearchQuery => {
  const { page: _, sort: __, hitsPerPage: limit, ...query } = listQuery(common, [], { q: '' });
  const hybrid = { embedder: embedderName, semanticRatio: 1 };
  return { ...query, limit, offset: 0, vector: [...vector], hybrid, showRankingScore: true };
};

/**
 * The page of a plain list. Pages of Meilisearch begin at multiples of their size: the smallest page is asked for that
 * holds the wanted stretch whole, since only pages come with an exact total.
 */
export function pageQuery(common: Common): { query: MultiSearchQuery; skip: number } {
  const { limit, offset = 0 } = common.query;
  const size = pageSize(offset, limit);
  const page = limit === 0 ? 1 : Math.floor(offset / size) + 1;
  return {
    skip: limit === 0 ? 0 : offset - (page - 1) * size,
    query: listQuery(common, [], { q: '', page, hitsPerPage: size, ...facetsOf(common) }),
  };
}

const facetsOf = ({ query: { facets } }: Common) => facets && { facets: [...facets] };

export function pageSize(offset: number, limit: number): number {
  if (limit === 0) return 0;
  let size = limit;
  while (Math.floor(offset / size) !== Math.floor((offset + limit - 1) / size)) size += 1;
  return size;
}

/**
 * The total and the counts of all documents that have one of the words: merged by the engine, which leaves paging,
 * sorting and facets to the whole and takes none with the parts.
 */
export function unionRequest(common: Common, terms: readonly string[]): FederatedMultiSearchParams {
  const { facets } = common.query;
  return {
    federation: { limit: 1, offset: 0, ...(facets && { facetsByIndex: { [common.uid]: [...facets] } }) },
    queries: terms.map((q) => ({
      indexUid: common.uid,
      q,
      matchingStrategy: 'all',
      filter: conditionsOf(common.query, common.within),
      attributesToRetrieve: ['id'],
    })),
  };
}
