import type { Discover } from '@assay/contracts';
import { aCandidate, type CandidateChanges } from '../candidate.fixture.js';
import { byStanding, type Verdict } from '../candidate.js';
import { type Found, narrow } from '../narrow.js';
import { parseQuery } from '../query.js';
import type { Selectable } from './strategy.js';

export interface Stocked extends CandidateChanges {
  readonly id: string;
  readonly relevance?: number;
  readonly verdict?: Partial<Verdict>;
}

/** What a strategy chooses from when the index found these, for tests; those that may not be called are denied. */
export function selectable(stock: readonly Stocked[], request: Discover = { query: 'send mail' }): Selectable {
  const query = parseQuery(request);
  if (!query.ok) throw new Error(query.error.message);
  const found = stock.map(({ relevance = 0.5, verdict: said = {}, ...changes }): Found => {
    const tool = aCandidate(changes);
    const verdict = { ...byStanding(tool), ...said };
    const against = verdict.callable === 'no' ? [verdict.why] : [];
    return { tool, candidate: { id: tool.id, relevance, matched: [] }, verdict, against };
  });
  return {
    ...{ request, query: query.value, organisationId: 'org-acme', found, isLearnt: true },
    narrowed: narrow(found, query.value),
    look: (tool) => found.find((it) => it.tool.id === tool),
  };
}

export const denied = { mayCall: { allowed: false, why: 'stage SANDBOX is not open to you' } };
