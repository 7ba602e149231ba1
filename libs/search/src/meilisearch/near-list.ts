import {
  agreement,
  atMost,
  averageCosine,
  defaultFusion,
  type FusionSettings,
  fusedRelevance,
  minNearness,
  nearnessOf,
  presumedNearness,
} from '../nearness.js';
import { knownForPlace, reservedPlace } from '../reserved-place.js';
import { type Hit, isComplete, type Listed } from './hits.js';
import type { TextMatch } from './word-lists.js';

/** The documents nearest to a query's vector, nearest first; their ranking score is (1 + cosine) ÷ 2. */
export type NearList = Listed;

/** Of what Meilisearch lists: behind the nearest documents come those without a vector, with a score of 0. */
export function nearListOf(listed: Listed): NearList {
  const hits = listed.hits.filter(({ _rankingScore = 0 }) => _rankingScore > 0);
  return hits.length < listed.hits.length ? { hits, total: hits.length } : listed;
}

const cosineOf = ({ _rankingScore = 0.5 }: Hit): number => 2 * _rankingScore - 1;

/**
 * The baseline of nearness: the average cosine of the documents, with five of cosine 0 counted in. For a list that ends
 * before the documents do, only the near ones are known, and its last one is used as the average, which is no higher:
 * then meaning may count for less than it should, and never for more.
 */
function baseOf(near: NearList): number {
  const cosines = near.hits.map(cosineOf);
  const sum = cosines.reduce((all, cosine) => all + cosine, 0);
  return isComplete(near) ? averageCosine(sum, cosines.length) : atMost(cosines.at(-1) ?? 0);
}

/** The best document by words, and its relevance. */
function bestOf(words: ReadonlyMap<string, TextMatch>): readonly [string, number] {
  let best: readonly [string, number] = ['', 0];
  for (const [id, { relevance }] of words) if (relevance > best[1]) best = [id, relevance];
  return best;
}

/** The best of what was found, best first. */
const bestFused = (found: ReadonlyMap<string, TextMatch>): { key: string; relevance: number }[] =>
  [...found]
    .map(([key, { relevance }]) => ({ key, relevance }))
    .sort((a, b) => b.relevance - a.relevance || (a.key < b.key ? -1 : 1))
    .slice(0, knownForPlace);

/** Fuses meaning into what was found by words, and adds the documents that are near without having any of them. */
export function withNearness(
  words: ReadonlyMap<string, TextMatch>,
  near: NearList | undefined,
  fusion: FusionSettings = defaultFusion,
): ReadonlyMap<string, TextMatch> {
  if (near === undefined) return words;
  const base = baseOf(near);
  const nearness = new Map(near.hits.map((hit) => [hit.id, nearnessOf(cosineOf(hit), base)]));
  const nearest = Math.max(0, ...nearness.values());
  const [bestId, best] = bestOf(words);
  const heights = {
    best,
    nearest,
    nearnessOfBest: nearness.get(bestId) ?? (best > 0 && isComplete(near) ? nearest : 0),
  };
  const fused = new Map<string, TextMatch>();
  for (const [id, one] of words) {
    const presumed = isComplete(near) ? presumedNearness(one.relevance, heights) : 0;
    fused.set(id, { ...one, relevance: fusedRelevance(one.relevance, nearness.get(id) ?? presumed, heights, fusion) });
  }
  for (const [id, close] of nearness) {
    if (!words.has(id) && close >= minNearness)
      fused.set(id, { relevance: fusedRelevance(0, close, heights, fusion), matched: [] });
  }
  if (best === 0 || agreement(heights) >= fusion.disputedBelow) return fused;
  const nearIds = [...nearness].filter(([, close]) => close >= minNearness).map(([id]) => id);
  const raised = reservedPlace(bestFused(fused), nearIds);
  if (raised !== undefined)
    fused.set(raised.key, { matched: [], ...fused.get(raised.key), relevance: raised.relevance });
  return fused;
}
