import type { Collection } from './collection.js';
import { bitsAField, highestCount, type Postings } from './postings.js';
import { type Bm25fSettings, fields } from './settings.js';

/** Inverse document frequency, never negative. */
export function inverseFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

/**
 * What each posting of a term adds to its document's score, but for the term's inverse document frequency:
 * (k1 + 1)·w / (k1 + w), where w sums, over fields, weight · count / (1 − b + b · length / mean length). It lies below
 * k1 + 1. Worked out once an epoch: a term costs O(postings) then, and an addition a posting in later searches.
 */
export function impactsOf(postings: Postings, collection: Collection, settings: Bm25fSettings): Float32Array {
  if (postings.epoch === collection.epoch) return postings.impacts;
  if (postings.impacts.length < postings.length) postings.impacts = new Float32Array(postings.length);
  const { entries, impacts } = postings;
  const { lengths } = collection.documents;
  const slopes = lengthSlopes(collection, settings);
  const weights = fields.map((field) => settings.weights[field]);
  for (let at = 0; at < postings.length; at += 1) {
    const base = (entries[at * 2] as number) * fields.length;
    let packed = entries[at * 2 + 1] as number;
    let weighted = 0;
    for (let field = 0; packed !== 0; field += 1, packed >>>= bitsAField) {
      const count = packed & highestCount;
      if (count === 0) continue;
      const norm = 1 - settings.b + (slopes[field] as number) * (lengths[base + field] as number);
      weighted += ((weights[field] as number) * count) / norm;
    }
    impacts[at] = ((settings.k1 + 1) * weighted) / (settings.k1 + weighted);
  }
  postings.epoch = collection.epoch;
  return impacts;
}

/** b ÷ mean length, by field. */
function lengthSlopes(collection: Collection, settings: Bm25fSettings): number[] {
  const { documents } = collection;
  return fields.map((_, field) => {
    const total = documents.totals[field] as number;
    return total === 0 ? 0 : (settings.b * documents.live) / total;
  });
}
