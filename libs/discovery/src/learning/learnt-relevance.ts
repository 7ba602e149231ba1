import { minShareOfBest } from '../relevance-cut.js';
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
  const mixed = mix(candidates, judged, level, best).sort(goesFirst);
  const max = mixed[0]?.standing ?? 0;
  return mixed.map(({ candidate, standing }) => ({ ...candidate, relevance: best * drawnIn(standing, max) }));
}

/** What the place of each of these tools is worth at each level: 1 / log2(1 + place) for the first ten, else 0. */
export function standings(
  candidates: readonly Candidate[],
  judged: ReadonlyMap<string, Judgement>,
  tools: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const best = bestOf(candidates);
  const perLevel = levels.map((level) => mix(candidates, judged, level, best));
  return new Map(tools.map((tool) => [tool, perLevel.map((mixed) => worthOfPlace(tool, mixed))]));
}

/** Places are counted, which is less work than to put everything in order for a few tools. */
function worthOfPlace(tool: string, mixed: readonly Mixed[]): number {
  const own = mixed.find(({ candidate }) => candidate.id === tool);
  if (own === undefined) return 0;
  const before = mixed.reduce((sum, it) => (goesFirst(it, own) < 0 ? sum + 1 : sum), 0);
  return before < 10 ? 1 / Math.log2(2 + before) : 0;
}

const bestOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((max, { relevance }) => Math.max(max, relevance), 0) || unfound;

/** The assumed best relevance when the index found nothing. */
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
  return [...candidates, ...added].map((candidate) => ({
    candidate,
    standing: Math.max(0, candidate.relevance / best + level * (judged.get(candidate.id)?.gain ?? 0)),
  }));
}

const goesFirst = (a: Mixed, b: Mixed): number => b.standing - a.standing || (a.candidate.id < b.candidate.id ? -1 : 1);

/** As it is up to the cut's share of the best; from there on so that the highest comes to 1. */
function drawnIn(standing: number, max: number): number {
  if (max <= 1 || standing <= minShareOfBest) return standing;
  return minShareOfBest + ((standing - minShareOfBest) * (1 - minShareOfBest)) / (max - minShareOfBest);
}
