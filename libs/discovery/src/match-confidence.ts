/** Whether some tool offered does what was asked for. */
export interface MatchQuality {
  /** In [0,1]. */
  readonly confidence: number;
  readonly good: boolean;
  /** What is doubtful, and what to do about it; absent when nothing is. */
  readonly note?: string;
}

/** The most relevant of the tools that are offered. */
export interface BestOffered {
  readonly relevance: number;
  readonly matched: readonly string[];
}

/**
 * The logistic regression of "one of the tools does it" on the square root of relevance · words: what the tool answers
 * of the request, in words answered without fault. Fitted on 1,780 requests of five sets among their right tools and five
 * random ones, and 1,124 requests beside functions of which none applies, each set of equal weight. As there is one
 * measure, its order does not depend on the fit: the area under the curve against those 1,124 is 0.97, 0.95, 0.88, 0.73
 * and 0.78 on the sets, from requests that name what they want to those that only tell of a situation.
 */
const intercept = -2.19;
const slope = 2.26;
/**
 * Below this the answer is called doubtful: 52 % of the requests that nothing answers, and 0, 0, 3, 11 and 2 % of those that
 * something does (at 0.3: 58 %, and 0, 0, 4, 17 and 9 %; at 0.4: 71 %, and 1, 0, 9, 35 and 30 %). Beside a large catalogue
 * more of the former find a tool that looks like it could help, and it often can: fewer are called doubtful.
 */
export const minConfidence = 0.25;
/** What is left when next to nothing is shared. */
const hopeless = 0.13;

/** `words`: how many were searched for; 0 when tags alone were asked for, whose relevance speaks for itself. */
export function matchConfidence(relevance: number, words: number): number {
  if (relevance <= 0) return 0;
  if (words === 0) return Math.min(1, relevance);
  return 1 / (1 + Math.exp(-(intercept + slope * Math.sqrt(relevance * words))));
}

/**
 * Judges an answer by the most relevant tool in it; `terms` are the words searched for. Tools are offered all the same. A
 * tool that a rule chose fits whatever words it shares: a person wrote the rule.
 */
export function judgeMatch(best: BestOffered | undefined, terms: readonly string[], isRuled = false): MatchQuality {
  if (best !== undefined && isRuled) return { confidence: 1, good: true };
  if (best === undefined) {
    return {
      confidence: 0,
      good: false,
      note: 'no matching tool: `excluded` lists the nearest ones and the reasons; relax a constraint or rephrase the query',
    };
  }
  const confidence = matchConfidence(best.relevance, terms.length);
  if (confidence >= minConfidence) return { confidence, good: true };
  const shared = best.matched.length === 0 ? 'none' : `only ${best.matched.map((word) => `"${word}"`).join(', ')}`;
  const verdict = confidence < hopeless ? 'probably no matching tool' : 'possibly no matching tool';
  return {
    confidence,
    good: false,
    note: `${verdict}: the best match contains ${shared} of the ${terms.length} words; check it carefully, or rephrase the query`,
  };
}
