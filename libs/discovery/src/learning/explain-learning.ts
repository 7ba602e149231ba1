import type { Candidate } from '../tool-index.js';
import type { RelatedCalls, SharedJudgement } from './shared-memory.js';

/** What was learnt of one tool for one search. */
export interface LearntOfTool {
  /** Of the tool's relevance, the part that learning changed: in [−1, 1], below 0 when it was lowered. */
  readonly share: number;
  readonly calls: RelatedCalls;
}

export interface ExplainedLearning {
  /** How strongly learning counts for this searcher; 0 when it does not. */
  readonly strength: number;
  /** Undefined for a tool of which nothing is known. */
  of(tool: string): LearntOfTool | undefined;
}

export interface LearningParts {
  /** As the index found them. */
  readonly found: readonly Candidate[];
  readonly judged: ReadonlyMap<string, SharedJudgement>;
  readonly level: number;
  readonly calls: ReadonlyMap<string, RelatedCalls>;
  readonly nameNow: (tool: string) => string;
}

/**
 * What learning did in a search. The share compares what learning adds (level · gain) with the relevance against the best
 * that the index found: added ÷ (found + |added|).
 */
export function explainLearning({ found, judged, level, calls, nameNow }: LearningParts): ExplainedLearning {
  const best = found.reduce((max, { relevance }) => Math.max(max, relevance), 0);
  const relevances = new Map(found.map(({ id, relevance }) => [id, best === 0 ? 0 : relevance / best]));
  const callsNow = new Map<string, RelatedCalls>();
  for (const [tool, counted] of calls) callsNow.set(nameNow(tool), sumOf(counted, callsNow.get(nameNow(tool))));
  return {
    strength: level,
    of(tool) {
      const judgement = judged.get(tool);
      if (judgement === undefined) return undefined;
      const added = level * judgement.gain;
      const whole = (relevances.get(tool) ?? 0) + Math.abs(added);
      return { share: whole === 0 ? 0 : added / whole, calls: callsNow.get(tool) ?? noCalls };
    },
  };
}

const noCalls: RelatedCalls = { yours: 0, others: 0, failed: 0 };

const sumOf = (one: RelatedCalls, other = noCalls): RelatedCalls => ({
  yours: one.yours + other.yours,
  others: one.others + other.others,
  failed: one.failed + other.failed,
});
