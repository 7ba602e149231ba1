import { leastShareOfBest } from '../relevance-cut.js';
import type { Candidate } from '../tool-index.js';
import { levels } from './learnt-outcome.js';
import type { Judgement } from './task-memory.js';

/** Relevance against the best of the index's, with what is learnt of it; above 1 when it is better than the index's best. */
interface Mixed {
  readonly candidate: Candidate;
  readonly standing: number;
}

/**
 * What is learnt as relevance. The index's scale does not matter: gains add to relevance against the best. The order is
 * that of the sum; its values are drawn together above the relevance cut, so that a strong gain does not push tools
 * below the cut that words alone would have kept. A tool that the index did not find is added only when it did well at
 * similar tasks, and then has what these give it: nothing lifts a tool that is unrelated.
 */
export function withLearnt(
  candidates: readonly Candidate[],
  judged: ReadonlyMap<string, Judgement>,
  level: number,
): Candidate[] {
  const best = bestOf(candidates);
  const mixed = mix(candidates, judged, level, best);
  const most = mixed[0]?.standing ?? 0;
  return mixed.map(({ candidate, standing }) => ({ ...candidate, relevance: best * drawnIn(standing, most) }));
}

/** Of each tool that stands among the first `most` at some level: what its place is worth there, 1 / log2(1 + place). */
export function standings(
  candidates: readonly Candidate[],
  judged: ReadonlyMap<string, Judgement>,
  tools: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const best = bestOf(candidates);
  const places = levels.map((level) => {
    const order = mix(candidates, judged, level, best);
    return new Map(order.map(({ candidate }, at) => [candidate.id, at + 1]));
  });
  const worth = (place: number | undefined): number =>
    place === undefined || place > 10 ? 0 : 1 / Math.log2(1 + place);
  return new Map(tools.map((tool) => [tool, places.map((order) => worth(order.get(tool)))]));
}

const bestOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((most, { relevance }) => Math.max(most, relevance), 0) || unfound;

/** What the best is taken for when the index found nothing. */
const unfound = 0.1;

function mix(
  candidates: readonly Candidate[],
  judged: ReadonlyMap<string, Judgement>,
  level: number,
  best: number,
): Mixed[] {
  const known = new Set(candidates.map(({ id }) => id));
  const added = [...judged]
    .filter(([id, { similar, gain }]) => !known.has(id) && similar > 0 && level * gain > 0)
    .map(([id]) => ({ id, relevance: 0, matched: [] }));
  return [...candidates, ...added]
    .map((candidate) => ({
      candidate,
      standing: Math.max(0, candidate.relevance / best + level * (judged.get(candidate.id)?.gain ?? 0)),
    }))
    .sort((a, b) => b.standing - a.standing || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** As it is up to the cut's share of the best; from there on so that the highest comes to 1. */
function drawnIn(standing: number, most: number): number {
  if (most <= 1 || standing <= leastShareOfBest) return standing;
  return leastShareOfBest + ((standing - leastShareOfBest) * (1 - leastShareOfBest)) / (most - leastShareOfBest);
}
