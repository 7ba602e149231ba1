import { type CandidateTool, costUsd, p95Ms } from './candidate.js';
import { unmetDemand } from './constraints.js';
import type { TextDemand } from './parse-text.js';
import type { DiscoveryQuery } from './query.js';
import { type Rankable, type Ranked, rank } from './rank.js';
import { relevanceCut } from './relevance-cut.js';
import { type Settled, settleDemands } from './settle-demands.js';
import type { Candidate } from './tool-index.js';

/** A candidate that the caller sees, and what stands against it. */
export interface Found {
  readonly tool: CandidateTool;
  readonly candidate: Candidate;
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
  /** Everything else that was found, with the reason. */
  readonly left: readonly Found[];
  /** How many passed every filter, the relevance cut aside. */
  readonly passed: number;
}

/** Filter by what the text demands → relevance cut → rank; tools that demands lower come behind the others. */
export function narrow(found: readonly Found[], query: DiscoveryQuery): Narrowed {
  const unopposed = found.filter(({ against }) => against.length === 0);
  const settled = settleDemands(
    query,
    related(unopposed).kept.map(({ tool }) => tool),
  );
  const judged = unopposed.map((one) => ({ ...one, against: unmetOf(one.tool, settled.applied) }));
  const passed = judged.filter(({ against }) => against.length === 0);
  const { kept, cut, calibrated } = related(passed);
  const offered = kept.map((one) => ({
    ...one,
    id: one.tool.id,
    trust: one.tool.trust,
    relevance: calibrated(one.candidate.relevance),
    p95Ms: p95Ms(one.tool),
    costUsd: costUsd(one.tool),
    lowered: unmetOf(one.tool, settled.lowering),
  }));
  return {
    ...settled,
    offered: rank(offered, { ...settled.constraints, maxCost: costReference(found, settled) }).sort(
      (a, b) => a.lowered.length - b.lowered.length,
    ),
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

/** The stated limit, or the highest cost among all candidates. */
const costReference = (found: readonly Found[], { constraints }: Settled): number =>
  constraints.maxCost ?? found.reduce((max, { tool }) => Math.max(max, costUsd(tool) ?? 0), 0);

/** What of the text's demands a tool does not meet, a sentence for each. */
export const unmetOf = (tool: CandidateTool, demands: readonly TextDemand[]): string[] =>
  demands.flatMap(({ words, constraint = {} }) => {
    const why = unmetDemand(tool, constraint);
    return why === undefined ? [] : [`the query says "${words}": ${why}`];
  });

function related(found: readonly Found[]) {
  const { min, calibrated } = relevanceCut(found.map(({ candidate }) => candidate.relevance));
  return {
    kept: found.filter(({ candidate }) => candidate.relevance >= min),
    cut: found
      .filter(({ candidate }) => candidate.relevance < min)
      .map((one) => ({ ...one, against: [tooFar(one.candidate.relevance, min)] })),
    calibrated,
  };
}

const tooFar = (relevance: number, min: number): string =>
  `below the relevance threshold (${relevance.toFixed(3)} < ${min.toFixed(3)})`;
