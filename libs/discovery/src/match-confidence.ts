import type { DiscoveryAnswer } from '@assay/contracts';
import type { Blocked } from './blocked-tools.js';
import type { Candidate } from './tool-index.js';

/** Whether some tool offered does what was asked for. */
export type MatchQuality = NonNullable<DiscoveryAnswer['match']>;

/** The most relevant of the tools that are offered. */
export type BestOffered = Pick<Candidate, 'relevance' | 'matched' | 'coverage' | 'nearness'>;

/** What a search asked for, as far as its match is judged by it. */
export interface AskedFor {
  /** Words searched for. */
  readonly terms: readonly string[];
  /** The query is in another language than the tools: its words say nothing, and meaning decides. */
  readonly isAcrossLanguages?: boolean | undefined;
  /** Whether capabilities were asked for, too: a tool may fit by these alone. */
  readonly byTags?: boolean;
  /** A person's rule chose one of the tools. */
  readonly isRuled?: boolean;
  /** Relevant tools that the caller may not be offered. */
  readonly blocked?: Blocked | undefined;
}

/**
 * The logistic regression of "a tool does it" on `evidenceOf` the best tool, fitted over five sets in one index of 9,865 tools,
 * each request asked with its tools and without them and their near-duplicates (decision 0216 has the curve).
 */
const intercept = -1.48;
const slope = 4.56;
/** Below this the answer is called doubtful. */
export const minConfidence = 0.33;
/** Below this, next to nothing is shared. */
const hopeless = 0.25;

/** How much nearness says beside the share of words: more would take a tool that is about the same matter for the right one. */
const nearnessShare = 0.2;

/**
 * How much of a query a tool answers, by words and by meaning, in [0,1]: the weighted geometric mean of the share of the query's
 * information that its words match and of its nearness; words alone where there are no vectors.
 */
export function evidenceOf(best: BestOffered | undefined): number {
  const { coverage = 0, nearness } = best ?? {};
  if (nearness === undefined) return coverage;
  return coverage ** (1 - nearnessShare) * nearness ** nearnessShare;
}

/**
 * What nearness alone is worth as evidence where a query is in another language than the tools: of twenty requests in four
 * languages, half of the tools rightly ranked first have a nearness of 0.51 and more, half of those wrongly so of 0.44 and less.
 */
const acrossLanguages = 0.384;

/** `evidence` as of `evidenceOf`. */
export const matchConfidence = (evidence: number): number =>
  evidence <= 0 ? 0 : 1 / (1 + Math.exp(-(intercept + slope * evidence)));

/** Judges an answer by the most relevant tool in it. Tools are offered all the same. */
export function judgeMatch(best: BestOffered | undefined, asked: AskedFor): MatchQuality {
  const { isRuled = false, blocked } = asked;
  if (best !== undefined && isRuled) return { confidence: 1, good: true };
  const confidence = best === undefined ? 0 : confidenceIn(best, asked);
  if (blocked !== undefined) return { confidence, good: false, blocked: blocked.count, note: blocked.note };
  if (best === undefined) return { confidence, good: false, note: noTool };
  if (confidence >= minConfidence) return { confidence, good: true };
  return { confidence, good: false, note: doubtNote(best, confidence, asked) };
}

/** The relevance of tags speaks for itself. */
function confidenceIn(best: BestOffered, { terms, byTags = false, isAcrossLanguages = false }: AskedFor): number {
  const evidence = isAcrossLanguages ? acrossLanguages * (best.nearness ?? 0) : evidenceOf(best);
  const byText = terms.length === 0 ? 0 : matchConfidence(evidence);
  return byTags ? Math.min(1, Math.max(byText, best.relevance)) : byText;
}

const noTool =
  'no matching tool: `excluded` lists the nearest ones and the reasons; relax a constraint or rephrase the query';

function doubtNote({ matched }: BestOffered, confidence: number, { terms, isAcrossLanguages }: AskedFor): string {
  const verdict = confidence < hopeless ? 'probably no matching tool' : 'possibly no matching tool';
  if (isAcrossLanguages)
    return `${verdict}: the query is not in English and was compared by meaning; check the best match, or ask in English`;
  const shared = matched.length === 0 ? 'none' : `only ${matched.map((word) => `"${word}"`).join(', ')}`;
  return `${verdict}: the best match contains ${shared} of the ${terms.length} words; check it carefully, or rephrase the query`;
}

/**
 * Whether no tool that the caller could be offered does what was asked for. Tools that fit but were excluded by trust, stage
 * or permission are not missing: then this is false.
 */
export const nothingFits = ({ match, results }: Pick<DiscoveryAnswer, 'match' | 'results'>): boolean =>
  match === undefined ? results.length === 0 : !match.good && match.blocked === undefined;
