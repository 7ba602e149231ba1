import {
  agreement,
  averageCosine,
  defaultFusion,
  minNearness,
  nearnessOf,
  nearnessScale,
  presumedNearness,
  scaledRelevance,
} from '../nearness.js';
import { knownForPlace, reservedPlace } from '../reserved-place.js';
import { Best } from './top-k.js';
import type { Cosines } from './vectors.js';

/** So many documents found by words, the most relevant by estimated cosines, are compared exactly. */
const worthExact = 512;

/** What a search knows by words; is changed in place. */
export interface FoundByWords {
  /** Relevance in [0,1] by slot; 0 where none of the words is found. */
  readonly scores: Float64Array;
  /** The slots that are above 0. */
  readonly touched: number[];
  /** Slots in use. */
  readonly used: number;
  /** Whether the caller may see a document. */
  readonly isSeen: (slot: number) => boolean;
}

/** Nearness of a document; undefined when it has no vector. */
export type NearnessOf = (slot: number) => number | undefined;

/** Fuses meaning into what was found by words, and adds the documents that are near without having any of them. */
export function fuseMeaning(
  cosines: Cosines,
  { scores, touched, used, isSeen }: FoundByWords,
  settings = defaultFusion,
): NearnessOf {
  const average = averageOf(cosines, used, isSeen);
  let [best, bestSlot] = [0, -1];
  for (const slot of touched) {
    const words = Math.min(1, scores[slot] as number);
    if (isSeen(slot) && (words > best || (words === best && slot < bestSlot))) [best, bestSlot] = [words, slot];
  }
  const near = (cosines.near ?? slotsBelow(used)).filter((slot) => slot < used && cosines.has(slot) && isSeen(slot));
  const nearest = near.length === 0 ? nearestOfAll(cosines, used, isSeen) : nearestIn(near, cosines);
  const ofNearest = nearnessOf(nearest, average);
  const heights = { best, nearest: ofNearest, nearnessOfBest: 0 };
  // A document whose vector has not come yet is presumed to be as near as any.
  if (bestSlot >= 0)
    heights.nearnessOfBest = cosines.has(bestSlot) ? nearnessOf(cosines.exact(bestSlot), average) : ofNearest;
  const nearness: NearnessOf = (slot) => (cosines.has(slot) ? nearnessOf(cosines.exact(slot), average) : undefined);
  const scale = nearnessScale(heights, settings);
  const byWords = touched.length;
  for (const slot of near) {
    if (scores[slot] !== 0) continue;
    const ofSlot = nearnessOf(cosines.of(slot), average);
    if (ofSlot < minNearness) continue;
    touched.push(slot);
    scores[slot] = scaledRelevance(0, ofSlot, scale);
  }
  const words = new Float64Array(byWords);
  const promising = new Best(worthExact, (a, b) => a < b);
  for (let at = 0; at < byWords; at += 1) {
    const slot = touched[at] as number;
    const ofWords = Math.min(1, scores[slot] as number);
    words[at] = ofWords;
    const ofSlot = cosines.has(slot) ? nearnessOf(cosines.of(slot), average) : presumedNearness(ofWords, heights);
    const relevance = scaledRelevance(ofWords, ofSlot, scale);
    scores[slot] = relevance;
    promising.offer(at, relevance);
  }
  let leading: Iterable<number> = touched;
  if (cosines.near !== undefined) {
    const promised = promising.take().map(({ slot: at }) => at);
    for (const at of promised) {
      const slot = touched[at] as number;
      if (cosines.has(slot)) scores[slot] = scaledRelevance(words[at] as number, nearness(slot) as number, scale);
    }
    leading = new Set([...promised.map((at) => touched[at] as number), ...near.filter((slot) => scores[slot] !== 0)]);
  }
  if (best > 0 && agreement(heights) < settings.disputedBelow) placeNearest(cosines, leading, scores, average);
  return nearness;
}

/** Gives the nearest of those found the place that is reserved for it. `slots` has the most relevant and the nearest of them. */
function placeNearest(cosines: Cosines, slots: Iterable<number>, scores: Float64Array, average: number): void {
  const [best, nearest] = [new Best(knownForPlace, bySlot), new Best(knownForPlace, bySlot)];
  for (const slot of slots) {
    best.offer(slot, scores[slot] as number);
    const near = cosines.has(slot) ? nearnessOf(cosines.of(slot), average) : 0;
    if (near >= minNearness) nearest.offer(slot, near);
  }
  const found = best.take().map(({ slot }) => ({ key: slot, relevance: scores[slot] as number }));
  const near = nearest.take().map(({ slot }) => slot);
  const raised = reservedPlace(found, near);
  if (raised !== undefined) scores[raised.key] = raised.relevance;
}

const bySlot = (a: number, b: number): boolean => a < b;

/** Of more slots than this the average is that of every nth, which is as exact as it has to be. */
const averagedSlots = 16_384;

function averageOf(cosines: Cosines, used: number, isSeen: (slot: number) => boolean): number {
  const step = Math.max(1, Math.floor(used / averagedSlots));
  let [sum, count] = [0, 0];
  for (let slot = 0; slot < used; slot += step) {
    if (!cosines.has(slot) || !isSeen(slot)) continue;
    sum += cosines.of(slot);
    count += 1;
  }
  return averageCosine(sum, count);
}

const slotsBelow = (used: number): number[] => Array.from({ length: used }, (_, slot) => slot);

const nearestIn = (slots: readonly number[], cosines: Cosines): number =>
  slots.reduce((max, slot) => Math.max(max, cosines.of(slot)), 0);

/** For a caller who sees none of the nearest of all. */
function nearestOfAll(cosines: Cosines, used: number, isSeen: (slot: number) => boolean): number {
  let max = 0;
  for (let slot = 0; slot < used; slot += 1) if (isSeen(slot)) max = Math.max(max, cosines.of(slot));
  return max;
}
