/**
 * Engines give relevance against a perfect document. Real queries are sentences, of which the right tool has a few words,
 * so its relevance is around 0.1 for a long query and 0.5 for a short one: what tells good from weaker tools is relevance
 * measured against the best tool that may be offered. Of 913 queries to 9,865 tools of five sets in one index, the best
 * candidate serves the query in 51 %; the others serve it in 20 % from 0.95 of the best relevance on, in 8 % from 0.8
 * and in 4 % from 0.7 (decision 0140). Whether any tool applies at all is judged apart, in `match-confidence`.
 */
export const minShareOfBest = 0.75;
/** From this share of the best on, a tool may do something of what was asked for: what strategies and demands look at. */
export const relatedShare = 0.55;
/** Below this nothing is offered, however weak the best. */
export const minRelevance = 0.02;

/** Calibrates relevance against the best of the tools that may be offered. */
export interface RelevanceCut {
  /** Relevance that a tool needs. */
  readonly min: number;
  /**
   * What ranking weighs, in [0,1]: 0 at the cut, 1 at the best, and in between the square of the share of the way, which
   * falls like the chance that a tool serves the query. Trust decides between tools of nearly the same relevance, and
   * cannot lift a tool over one that is clearly more relevant.
   */
  calibrated(relevance: number): number;
}

/** `relevances` are those of the tools that passed every filter; `share` of the best is what a tool needs. */
export function relevanceCut(relevances: readonly number[], share = minShareOfBest): RelevanceCut {
  const best = relevances.reduce((max, relevance) => Math.max(max, relevance), 0);
  // Measured from the share of the best, so that a floor just below the best does not tear equal tools apart.
  const distance = (1 - share) * best;
  return {
    min: Math.max(minRelevance, share * best),
    calibrated: (relevance) => (best === 0 ? 0 : clamp(1 - (best - relevance) / distance) ** 2),
  };
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
