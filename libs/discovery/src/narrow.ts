import { type CandidateTool, costUsd, p95Ms, type Verdict } from './candidate.js';
import { unmetDemand } from './constraints.js';
import { behindEquals } from './deprecated-definition.js';
import type { TextDemand } from './parse-text.js';
import type { DiscoveryQuery } from './query.js';
import { type Rankable, type Ranked, type ReferenceLimits, rank, referenceOf } from './rank.js';
import { minRelevance, minShareOfBest, relatedShare, relevanceCut } from './relevance-cut.js';
import { respondingFirst } from './responding-first.js';
import { type Settled, settleDemands } from './settle-demands.js';
import type { Candidate } from './tool-index.js';

/** A candidate that the caller sees, and what stands against it. */
export interface Found {
  readonly tool: CandidateTool;
  readonly candidate: Candidate;
  readonly verdict: Verdict;
  /** Why it is left out; empty when it is not. */
  readonly against: readonly string[];
}

export interface Offered extends Rankable, Found {
  /** Why it does not meet demands of the text that no fitting tool meets. */
  readonly lowered: readonly string[];
}

export interface Narrowed extends Pick<Settled, 'fromText' | 'constraints' | 'applied'> {
  /** Best first. */
  readonly offered: readonly Ranked<Offered>[];
  /** Below the relevance cut and above its floor: by relevance alone, so that trust lifts none of them. */
  readonly weaker: readonly Ranked<Offered>[];
  /** Everything else that was found, with the reason; `weaker` included. */
  readonly left: readonly Found[];
  /** What latency and cost are measured against. */
  readonly limits: ReferenceLimits;
  /** What relevance counts in the ranking. */
  readonly calibrated: (relevance: number) => number;
  /** How many passed every filter, the relevance cut aside. */
  readonly passed: number;
}

/** Filter by what the text demands → relevance cut → rank; tools that demands lower come behind the others. */
export function narrow(found: readonly Found[], query: DiscoveryQuery): Narrowed {
  const unopposed = found.filter(({ against }) => against.length === 0);
  const settled = settleDemands(
    query,
    splitByRelevance(unopposed, relatedShare).kept.map(({ tool }) => tool),
  );
  const judged = unopposed.map((one) => ({ ...one, against: unmetOf(one.tool, settled.applied) }));
  const passed = judged.filter(({ against }) => against.length === 0);
  const { kept, cut, calibrated } = splitByRelevance(passed);
  const limits = referenceLimits(found, settled);
  const offer = (one: Found): Offered => ({
    ...one,
    id: one.tool.id,
    trust: one.tool.trust,
    relevance: calibrated(one.candidate.relevance),
    p95Ms: p95Ms(one.tool),
    costUsd: costUsd(one.tool),
    lowered: unmetOf(one.tool, settled.lowering),
  });
  const byLowered = (a: Offered, b: Offered): number => a.lowered.length - b.lowered.length;
  const weaker = cut
    .filter(({ candidate }) => candidate.relevance >= minRelevance)
    .map((one) => offer({ ...one, against: [] }));
  return {
    ...settled,
    offered: respondingFirst(behindEquals(rank(kept.map(offer), limits).sort(byLowered))),
    weaker: rank(weaker, limits).sort((a, b) => byLowered(a, b) || byRelevance(a, b)),
    limits,
    calibrated,
    left: [
      ...found
        .filter(({ against }) => against.length > 0)
        .map((one) => ({ ...one, against: [...one.against, ...unmetOf(one.tool, settled.applied)] })),
      ...judged.filter(({ against }) => against.length > 0),
      ...cut,
    ],
    passed: passed.length,
  };
}

/** The stated limits, or the highest cost among all candidates; and what those that have a latency or cost score. */
function referenceLimits(found: readonly Found[], { constraints }: Settled): ReferenceLimits {
  const all = found.map(({ tool }) => ({ p95Ms: p95Ms(tool), costUsd: costUsd(tool) }));
  return referenceOf(all, constraints);
}

/** What of the text's demands a tool does not meet, a sentence for each. */
export const unmetOf = (tool: CandidateTool, demands: readonly TextDemand[]): string[] =>
  demands.flatMap(({ words, constraint = {} }) => {
    const why = unmetDemand(tool, constraint);
    return why === undefined ? [] : [`the query says "${words}": ${why}`];
  });

function splitByRelevance(found: readonly Found[], share = minShareOfBest) {
  const relevances = found.map(({ candidate }) => candidate.relevance);
  const { min, calibrated } = relevanceCut(relevances, share);
  return {
    kept: found.filter(({ candidate }) => candidate.relevance >= min),
    cut: found
      .filter(({ candidate }) => candidate.relevance < min)
      .map((one) => ({ ...one, against: [tooFar(one.candidate.relevance, min)] })),
    calibrated,
  };
}

const byRelevance = (a: Offered, b: Offered): number =>
  b.candidate.relevance - a.candidate.relevance || (a.id < b.id ? -1 : 1);

const tooFar = (relevance: number, min: number): string =>
  `below the relevance threshold (${relevance.toFixed(3)} < ${min.toFixed(3)})`;
