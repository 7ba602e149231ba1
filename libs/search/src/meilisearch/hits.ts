import type { Candidate, Facet, IndexAnswer, IndexSort } from '@assay/discovery';
import type { SidedQuery } from './filters.js';

/** What is read of each document that is found; the facets asked for come to it. */
export const readAttributes = ['id', 'capabilities', 'trustKey', 'insideTrustKey', 'publishedAt'] as const;

export interface Hit extends Partial<Readonly<Record<Exclude<Facet, 'capabilities'>, string | boolean>>> {
  readonly id: string;
  readonly capabilities: readonly string[];
  readonly trustKey: number;
  readonly insideTrustKey: number;
  readonly publishedAt: number;
  readonly _rankingScore?: number;
}

/** One list of the answer. */
export interface Listed {
  readonly hits: readonly Hit[];
  /** How many there are behind this list, those in it included. */
  readonly total: number;
  /** Counted over all of these, where the list was asked for it. */
  readonly facets?: IndexAnswer['facets'];
}

export const isComplete = ({ hits, total }: Listed): boolean => hits.length >= total;

export interface Scored extends Candidate {
  readonly hit: Hit;
}

/** `trust` and `published` highest first, `name` by id, equals by id: as the port says, and as the index sorts. */
export function inOrder({
  sort = 'relevance',
  side,
}: Pick<SidedQuery, 'sort' | 'side'>): (a: Scored, b: Scored) => number {
  const by = sort === 'trust' && side === 'own' ? byInsideTrust : orders[sort];
  return (a, b) => by(a, b) || (a.id < b.id ? -1 : 1);
}

const byInsideTrust = (a: Scored, b: Scored): number => b.hit.insideTrustKey - a.hit.insideTrustKey;

const orders: Readonly<Record<IndexSort, (a: Scored, b: Scored) => number>> = {
  relevance: (a, b) => b.relevance - a.relevance,
  trust: (a, b) => b.hit.trustKey - a.hit.trustKey,
  name: () => 0,
  published: (a, b) => b.hit.publishedAt - a.hit.publishedAt,
};

/** The index's sort rules; none for relevance, its default. */
export const sortRulesOf = ({ sort = 'relevance', side }: Pick<SidedQuery, 'sort' | 'side'>): readonly string[] =>
  sort === 'trust' && side === 'own' ? ['insideTrustKey:desc', 'key:asc'] : sortRules[sort];

const sortRules: Readonly<Record<IndexSort, readonly string[]>> = {
  relevance: [],
  trust: ['trustKey:desc', 'key:asc'],
  name: ['key:asc'],
  published: ['publishedAt:desc', 'key:asc'],
};

/** The counts of the documents listed. */
export function countFacets(hits: Iterable<Hit>, facets: readonly Facet[]): NonNullable<IndexAnswer['facets']> {
  const counts = Object.fromEntries(facets.map((facet) => [facet, {} as Record<string, number>]));
  for (const hit of hits) {
    for (const facet of facets) {
      const counted = counts[facet] as Record<string, number>;
      for (const value of new Set([hit[facet] ?? []].flat()))
        counted[String(value)] = (counted[String(value)] ?? 0) + 1;
    }
  }
  return counts;
}

type Facets = NonNullable<IndexAnswer['facets']>;

/** The counts of two disjoint sets of documents, together. */
export function addFacets(one: Facets, other: Facets): Facets {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as Facet[];
  return Object.fromEntries(
    names.map((facet) => {
      const sums: Record<string, number> = { ...one[facet] };
      for (const [value, count] of Object.entries(other[facet] ?? {})) sums[value] = (sums[value] ?? 0) + count;
      return [facet, sums];
    }),
  );
}
