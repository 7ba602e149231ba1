import type { Constraints, FromText } from '@assay/contracts';
import type { CandidateTool } from './candidate.js';
import { unmetDemand } from './constraints.js';
import { asksNoMore, mergeConstraints } from './merge-constraints.js';
import type { TextDemand } from './parse-text.js';
import type { DiscoveryQuery } from './query.js';

export interface Settled {
  /** The outcome of each demand, in order: shown in the answer. */
  readonly fromText: readonly FromText[];
  /** Demands that tools have to meet. */
  readonly applied: readonly TextDemand[];
  /** Demands that no tool meets along with the rest: tools that do not meet them rank behind those that do. */
  readonly lowering: readonly TextDemand[];
  /** The stated constraints and the applied demands in one. */
  readonly constraints: DiscoveryQuery['constraints'];
}

/**
 * Decides how the demands in a query's text are applied, one after another. A demand that is no stricter than an
 * explicit constraint has no effect. A demand that none of the tools satisfies, among those that satisfy the earlier
 * ones, only lowers ranks: an explicit constraint may empty an answer, a phrase may not. `tools` are those that the
 * answer would contain without any demand.
 */
export function settleDemands(query: DiscoveryQuery, tools: readonly CandidateTool[]): Settled {
  const fromText: FromText[] = [];
  const applied: TextDemand[] = [];
  const lowering: TextDemand[] = [];
  let constraints = query.constraints;
  let left = tools;
  for (const demand of query.demands) {
    const { constraint } = demand;
    const meeting = left.filter((tool) => constraint === undefined || unmetDemand(tool, constraint) === undefined);
    const isMet = meeting.length > 0 || left.length === 0;
    const asked = isMet ? [{ constraint: constraints }] : [{ constraint: constraints }, ...lowering];
    const isRedundant = constraint !== undefined && asked.some((one) => asksNoMore(one.constraint ?? {}, constraint));
    const outcome = isRedundant ? 'redundant' : isMet ? 'applied' : 'lowers ranks';
    fromText.push({ ...shown(demand), outcome, note: noteOf(outcome, demand, query) });
    if (outcome === 'lowers ranks') lowering.push(demand);
    if (outcome !== 'applied' || constraint === undefined) continue;
    applied.push(demand);
    constraints = mergeConstraints(constraints, constraint);
    left = meeting;
  }
  return { fromText, applied, lowering, constraints };
}

function noteOf(outcome: FromText['outcome'], { constraint }: TextDemand, query: DiscoveryQuery): string {
  if (constraint === undefined) return 'is required in addition to the words';
  if (outcome === 'redundant') return whyRedundant(query, constraint);
  if (outcome === 'applied') return 'tools that do not meet it are excluded';
  return 'no fitting tool meets it with everything else, so that it leaves none out; state it as a constraint to insist';
}

const shown = ({ words, constraint, capability }: TextDemand) => ({
  words,
  ...(constraint && { constraint }),
  ...(capability && { capability }),
});

const whyRedundant = (query: DiscoveryQuery, { minTrust }: Constraints): string =>
  minTrust !== undefined && !query.trustStated && minTrust <= query.constraints.minTrust
    ? `the default of ${query.constraints.minTrust} is as strict, and words never loosen it; state minTrust to lower it`
    : 'already required';
