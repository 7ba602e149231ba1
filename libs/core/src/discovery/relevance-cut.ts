/**
 * Engines give relevance against a perfect document. Real queries are sentences, of whose words the right tool holds
 * a few, so that its relevance is around 0.1 for a long query and 0.5 for a short one: what tells related from
 * unrelated tools is relevance measured against the best tool that may be offered.
 *
 * Measured on 3,514 queries over five sets of 199 to 4,076 tools, each alone and all 9,865 tools together, with trust
 * drawn at random from [0.5, 1] to tempt the ranking. Without a cut, 70 to 83 % of the ten tools offered come from
 * outside the ten most relevant ones, and NDCG@10 falls to between a fifth and a half. At 0.6 the cut keeps 90 to 93 %
 * of the relevant tools that relevance alone would have shown; ranking what is left by relevance against the best, 12
 * to 24 % come from outside, and NDCG@10 stays at seven to nine tenths. At 0.5 it is as good, with a third more from
 * outside; at 0.7 a tenth of the relevant tools more is lost. The floor loses half a percent of the relevant tools;
 * that no tool at all applies is not to be seen in words alone, so a higher one would lose more than it gains.
 */
export const leastShareOfBest = 0.6;
/** Below this nothing is offered, however weak the best. */
export const leastRelevance = 0.03;

/** Calibrates relevance against the best of the tools that may be offered. */
export interface RelevanceCut {
  /** Relevance that a tool needs. */
  readonly least: number;
  /** Relevance against the best, in [0,1]: what ranking weighs. */
  calibrated(relevance: number): number;
}

/** `relevances` are those of the tools that passed every filter. */
export function relevanceCut(relevances: readonly number[]): RelevanceCut {
  const best = relevances.reduce((most, relevance) => Math.max(most, relevance), 0);
  return {
    least: Math.max(leastRelevance, leastShareOfBest * best),
    calibrated: (relevance) => (best === 0 ? 0 : Math.min(1, relevance / best)),
  };
}
