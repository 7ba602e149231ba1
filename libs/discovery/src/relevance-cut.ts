/**
 * Engines give relevance against a perfect document. Real queries are sentences, of whose words the right tool holds
 * a few, so that its relevance is around 0.1 for a long query and 0.5 for a short one: what tells related from
 * unrelated tools is relevance measured against the best tool that may be offered.
 *
 * Measured on the embedded index, over five sets of 199 to 4,076 tools, each alone and all 9,865 tools together, with
 * trust drawn at random from [0.5, 1] to tempt the ranking. Without a cut, 35 to 51 % of the ten tools offered come from
 * outside the ten most relevant ones. A cut at 0.5 keeps 93 to 100 % of the relevant tools that relevance alone would have
 * shown, with 9 to 32 % from outside; at 0.6 it keeps 78 to 98 %, with 3 to 24 % from outside. NDCG@10 is the same within a
 * point or two. A floor of 0.02 loses a quarter of a percent of the relevant tools on one of the sets and none on the others;
 * 0.03 loses two percent there. Whether any tool applies at all is judged apart, in `match-confidence`.
 */
export const minShareOfBest = 0.55;
/** Below this nothing is offered, however weak the best. */
export const minRelevance = 0.02;

/** Calibrates relevance against the best of the tools that may be offered. */
export interface RelevanceCut {
  /** Relevance that a tool needs. */
  readonly min: number;
  /** Relevance against the best, in [0,1]: what ranking weighs. */
  calibrated(relevance: number): number;
}

/** `relevances` are those of the tools that passed every filter. */
export function relevanceCut(relevances: readonly number[]): RelevanceCut {
  const best = relevances.reduce((max, relevance) => Math.max(max, relevance), 0);
  return {
    min: Math.max(minRelevance, minShareOfBest * best),
    calibrated: (relevance) => (best === 0 ? 0 : Math.min(1, relevance / best)),
  };
}
