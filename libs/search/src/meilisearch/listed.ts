import type { Facet, IndexAnswer } from '@assay/discovery';
import type { FacetDistribution, SearchResponse } from 'meilisearch';
import type { Hit, Listed } from './hits.js';

/** What is read of a search's answer, with an exact total (`page`, `hitsPerPage`) or an estimated one. */
export type Answered = Pick<SearchResponse<Hit>, 'hits' | 'totalHits' | 'estimatedTotalHits' | 'facetDistribution'>;

export function listedOf(response: Answered, facets?: readonly string[]): Listed {
  const { hits, totalHits, estimatedTotalHits, facetDistribution } = response;
  return {
    hits,
    total: totalHits ?? estimatedTotalHits ?? hits.length,
    ...(facets && { facets: wantedFacets(facetDistribution, facets as readonly Facet[]) }),
  };
}

/** A facet that no document has a value for is left out of some answers; here it is empty. */
export const wantedFacets = (
  counted: FacetDistribution | undefined,
  facets: readonly Facet[],
): NonNullable<IndexAnswer['facets']> => Object.fromEntries(facets.map((facet) => [facet, counted?.[facet] ?? {}]));
