import type { SearchedCollection } from './collection.js';
import { bitsAField, highestCount, type Postings } from './postings.js';
import { type EvidenceWeights, fields, type RelevanceSettings } from './settings.js';

/** Inverse document frequency, never negative. */
export function inverseFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

const nameField = fields.indexOf('name');
const titleField = fields.indexOf('title');
const descriptionField = fields.indexOf('description');

/**
 * What each posting of a term adds to its document, two numbers each:
 *
 * - evidence, to be weighed by the term's rarity: occurrence · w / (k1 + w) + presence, where w sums, over fields,
 *   weight · count / (1 − b + b · length / mean length). It lies below `occurrence + presence`.
 * - fit, which is not: the share of the document's name with its title, and of its description, that is this term, weighed.
 *   Over all terms of a document it adds up to at most `ofName + ofDescription`.
 *
 * Worked out once an epoch: a term costs O(postings) then, and two additions a posting in later searches.
 */
export function impactsOf(
  postings: Postings,
  collection: SearchedCollection,
  settings: RelevanceSettings,
): Float32Array {
  if (postings.epoch === collection.epoch) return postings.impacts;
  const { entries, length } = postings;
  if (postings.impacts.length < length * 2) postings.impacts = new Float32Array(length * 2);
  const { impacts } = postings;
  const { k1, b, evidence } = settings;
  const { lengths } = collection.documents;
  const slopes = lengthSlopes(collection, b);
  const weights = fields.map((field) => settings.weights[field]);
  for (let at = 0; at < length; at += 1) {
    const base = (entries[at * 2] as number) * fields.length;
    const packed = entries[at * 2 + 1] as number;
    let weighted = 0;
    for (let field = 0, rest = packed; rest !== 0; field += 1, rest >>>= bitsAField) {
      const count = rest & highestCount;
      if (count === 0) continue;
      const norm = 1 - b + (slopes[field] as number) * (lengths[base + field] as number);
      weighted += ((weights[field] as number) * count) / norm;
    }
    impacts[at * 2] = (evidence.occurrence * weighted) / (k1 + weighted) + evidence.presence;
    impacts[at * 2 + 1] = fitOf(packed, lengths, base, evidence);
  }
  postings.epoch = collection.epoch;
  return impacts;
}

function fitOf(packed: number, lengths: Uint32Array, base: number, evidence: EvidenceWeights): number {
  const named = countIn(packed, nameField) + countIn(packed, titleField);
  const described = countIn(packed, descriptionField);
  const names = (lengths[base + nameField] as number) + (lengths[base + titleField] as number);
  const ofName = named === 0 ? 0 : named / names;
  const ofDescription = described === 0 ? 0 : described / (lengths[base + descriptionField] as number);
  return evidence.ofName * ofName + evidence.ofDescription * ofDescription;
}

const countIn = (packed: number, field: number): number => (packed >>> (field * bitsAField)) & highestCount;

/** b ÷ mean length, by field. */
function lengthSlopes(collection: SearchedCollection, b: number): number[] {
  const { documents } = collection;
  return fields.map((_, field) => {
    const total = documents.totals[field] as number;
    return total === 0 ? 0 : (b * documents.live) / total;
  });
}
