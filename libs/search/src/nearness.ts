/**
 * How words and meaning make one relevance, the same in every engine.
 *
 * Models spread their cosines differently: in some, texts that have nothing to do with each other meet at 0, in others
 * at 0.7. So nearness is the share of the way from the average of the documents the caller sees to an equal text:
 * (cos − average) / (1 − average), at least 0.
 *
 * Nor do words and nearness share a scale: the right tool for a long sentence has a relevance by words of 0.1, for a
 * short one of 0.5, and a nearness of 0.4 in both. So nearness is scaled until the nearest document counts nearly as
 * much as the best by words. Either may then be the reason why a tool fits, and both are more than one:
 * relevance = 1 − (1 − words)·(1 − scale·nearness), which is in [0,1] and the words' own where nearness is 0.
 *
 * Where the best document by words is also near in meaning, words have found what was meant, and nearness counts less.
 * Without this, sets whose queries repeat the tools' own names lose; with it none does (decision 0104).
 */

/** How much nearness counts beside words; the same in every engine. */
export interface FusionSettings {
  /** What the nearest document counts against the best by words. */
  readonly weight: number;
  /** The part of that weight that is taken back where the best document by words is the nearest, too. */
  readonly confirmed: number;
  /** What nearness counts for when words find little or nothing, as a share of the nearest one's own. */
  readonly withoutWords: number;
  /** The nearest document is scaled up to this nearness at most: what is hardly near must not count as if it were. */
  readonly plainlyNear: number;
  /** Below this agreement of words and meaning the nearest document has a place of its own (`reserved-place`). */
  readonly disputedBelow: number;
}

export const defaultFusion: FusionSettings = {
  weight: 0.9,
  confirmed: 0.8,
  withoutWords: 0.15,
  plainlyNear: 0.35,
  disputedBelow: 0.85,
};

/**
 * Where the query is in another language than the documents, the words that match are names and chance: nearness counts
 * most, however far words and nearness agree.
 */
export const fusionAcrossLanguages: FusionSettings = {
  weight: 1.5,
  confirmed: 0,
  withoutWords: 0.5,
  plainlyNear: 0.35,
  disputedBelow: 0,
};

/** A document without any of the words is a candidate from here on. */
export const minNearness = 0.2;
/** As many documents of cosine 0 are counted into the average, for which a few documents are no base. */
const priorDocuments = 5;
/** However near all documents are, something remains between the average and an equal text. */
const highestAverage = 0.95;

/** The cosine that is no nearness at all: the average of `count` documents, whose cosines add up to `sum`. */
export const averageCosine = (sum: number, count: number): number => atMost(sum / (count + priorDocuments));

/** Limited to the range in which nearness is meaningful. */
export const atMost = (average: number): number => Math.min(highestAverage, Math.max(0, average));

/** In [0,1]. */
export const nearnessOf = (cosine: number, average: number): number =>
  Math.min(1, Math.max(0, (cosine - average) / (1 - average)));

/** Of the documents that the caller sees: the highest relevance by words, and the highest nearness. */
export interface Heights {
  readonly best: number;
  readonly nearest: number;
  /** Nearness of the document that is best by words. */
  readonly nearnessOfBest: number;
}

/** How far meaning confirms what words found: 1 when the best document by words is the nearest. */
export const agreement = ({ nearest, nearnessOfBest }: Heights): number =>
  nearest === 0 ? 0 : Math.min(1, nearnessOfBest / nearest);

/** What nearness is multiplied by in one search. */
export function nearnessScale(heights: Heights, settings = defaultFusion): number {
  const { best, nearest } = heights;
  const { weight, confirmed, withoutWords, plainlyNear } = settings;
  const counts = weight * (1 - confirmed * agreement(heights));
  return (counts * Math.max(best, withoutWords * nearest)) / Math.max(nearest, plainlyNear);
}

/** Relevance of a document by words, 0 for none of them, and by nearness; `scale` as of `nearnessScale`. */
export const scaledRelevance = (words: number, nearness: number, scale: number): number =>
  Math.min(1, words + (1 - words) * scale * nearness);

/** As `scaledRelevance`, for one document. */
export const fusedRelevance = (words: number, nearness: number, heights: Heights, settings = defaultFusion): number =>
  scaledRelevance(words, nearness, nearnessScale(heights, settings));

/**
 * The nearness of a document whose vector has not come yet: as near, against the nearest, as its words are good against
 * the best, so that it keeps its place among those found by words.
 */
export const presumedNearness = (words: number, { best, nearest }: Pick<Heights, 'best' | 'nearest'>): number =>
  best === 0 ? 0 : nearest * Math.min(1, words / best);
