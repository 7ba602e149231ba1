import type { Protocol, Stage, ToolFacet, ToolSort } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { CandidateSource } from './candidate.js';
import type { IndexAnswer, IndexFilter, ToolIndex } from './tool-index.js';

/** What a list of tools is of, and in which order. */
export interface Browse {
  /** Words; empty for a list of everything. */
  readonly query: string;
  readonly sort?: ToolSort | undefined;
  readonly namespace?: string | undefined;
  readonly capability?: string | undefined;
  readonly protocol?: Protocol | undefined;
  readonly stage?: Stage | undefined;
  readonly readOnly?: boolean | undefined;
  readonly minTrust?: number | undefined;
  readonly facets?: readonly ToolFacet[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface Browsed extends Pick<IndexAnswer, 'facets' | 'warnings' | 'total'> {
  /** Ids in order; those the catalogue no longer has are for the reader to leave out. */
  readonly ids: readonly string[];
  /** Where the next page begins; null on the last. */
  readonly next: number | null;
}

/** Keys are rounded; a tool of just this trust is in. */
const keyMargin = 1e-9;
/** Who goes through more asks for less. */
export const maxOffset = 10_000;

/** Lists of tools from the search index: filtered, counted and in order before they are cut into pages. */
export class BrowseTools<Caller> {
  constructor(
    private readonly index: ToolIndex,
    private readonly candidates: Pick<CandidateSource<Caller>, 'audience' | 'organisationOf' | 'minTrustKey'>,
  ) {}

  async browse(asked: Browse, caller: Caller): Promise<Result<Browsed, Failure>> {
    const { query, limit, offset, facets, sort = query === '' ? 'name' : 'relevance' } = asked;
    if (sort === 'relevance' && query === '')
      return invalid('sort', 'requires a query for relevance: give query as well');
    if (offset + limit > maxOffset) {
      return invalid('cursor', `leads beyond the first ${maxOffset} tools: narrow the list with words or filters`);
    }
    const answer = await this.index.search({
      text: query,
      capabilities: [],
      audience: this.candidates.audience(caller),
      organisationId: this.candidates.organisationOf(caller),
      filter: filterOf(asked),
      sort,
      limit,
      offset,
      ...(facets && { facets }),
      ...(asked.minTrust !== undefined &&
        asked.minTrust > 0 && { minTrustKey: this.candidates.minTrustKey(asked.minTrust) - keyMargin }),
    });
    const { candidates, total, warnings } = answer;
    const end = offset + candidates.length;
    return ok({
      ids: candidates.map(({ id }) => id),
      total,
      next: candidates.length === limit && end < total ? end : null,
      ...(answer.facets && { facets: answer.facets }),
      ...(warnings && { warnings }),
    });
  }
}

const filterOf = ({ namespace, capability, protocol, stage, readOnly }: Browse): IndexFilter => ({
  ...(namespace !== undefined && { namespaces: [namespace] }),
  ...(capability !== undefined && { capability }),
  ...(protocol !== undefined && { protocols: [protocol] }),
  ...(stage !== undefined && { minStage: stage }),
  ...(readOnly === true && { readOnly }),
});

const invalid = (parameter: string, message: string) =>
  fail('invalid_request', `/query/${parameter} ${message}.`, { issues: [{ path: `/query/${parameter}`, message }] });
