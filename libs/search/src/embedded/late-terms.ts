import type { SearchedCollection } from './collection.js';
import { impactsOf } from './impacts.js';
import type { QueryTerm } from './query-terms.js';
import type { EvidenceWeights, RelevanceSettings } from './settings.js';
import { Best } from './top-k.js';

/** So many of the best have to be right: adjacent words are looked for in them. */
export const lookedAt = 400;
/** Shorter lists are not worth a look at what can be left out. */
const minLate = 4_096;

/** What a term adds to each of its documents, before their own impacts. */
export interface TermPart {
  readonly place: number;
  readonly evidence: number;
  readonly fit: number;
}

interface LateTerm extends TermPart {
  /** Documents found before, which have been given what the term adds. */
  readonly foundBefore: number;
}

/** What was found so far, by one clause of several or by all. */
export interface FoundSoFar {
  readonly slots: readonly number[];
  readonly scores: Float64Array;
}

/**
 * The terms of one search that are common and come last (MaxScore, Turtle and Flood, 1995): when `lookedAt` documents that may be in
 * the answer are above everything that the terms left can give, documents that have these terms alone are left out. In large
 * catalogues they are most of what a sentence finds. A document that another clause finds later is given what it
 * lacks when it is among the best.
 */
export class LateTerms {
  private readonly late = new Map<number, LateTerm>();

  constructor(
    private readonly queryTerms: readonly QueryTerm[],
    /** Undefined when every document is to be found. */
    private readonly isWanted: ((slot: number) => boolean) | undefined,
  ) {}

  get isEmpty(): boolean {
    return this.late.size === 0;
  }

  /** Documents that have a term, each as often as it has variants. */
  sizeOf(place: number): number {
    return this.term(place).variants.reduce((sum, { postings }) => sum + postings.live, 0);
  }

  /** Whether a term is late: it is from now on, when enough documents are above `bound`. */
  isLate(part: TermPart, bound: number, { slots, scores }: FoundSoFar, found: readonly number[]): boolean {
    if (this.late.has(part.place)) return true;
    if (this.isWanted === undefined || this.sizeOf(part.place) < minLate) return false;
    let above = 0;
    for (const slot of slots) {
      if ((scores[slot] as number) < bound || !this.isWanted(slot)) continue;
      above += 1;
      if (above < lookedAt) continue;
      this.late.set(part.place, { ...part, foundBefore: found.length });
      return true;
    }
    return false;
  }

  /** What the document found as the `at`th lacks of late terms. */
  missing(slot: number, at: number, collection: SearchedCollection, settings: RelevanceSettings): number {
    let missing = 0;
    for (const { place, evidence, fit, foundBefore } of this.late.values()) {
      if (at < foundBefore) continue;
      for (const { postings, factor } of this.term(place).variants) {
        const posting = postings.find(slot);
        if (posting < 0) continue;
        const impacts = impactsOf(postings, collection, settings);
        missing += factor * (evidence * (impacts[posting * 2] as number) + fit * (impacts[posting * 2 + 1] as number));
        break;
      }
    }
    return missing;
  }

  private term(place: number): QueryTerm {
    return this.queryTerms[place] as QueryTerm;
  }
}

/** The most that terms can add to a document's evidence. */
export const highestEvidence = (parts: readonly TermPart[], { occurrence, presence }: EvidenceWeights): number =>
  parts.reduce((sum, { evidence }) => sum + evidence * (occurrence + presence), 0);

/** The most that terms can add to a document's fit: shares of one name and one description, together at most the whole. */
export const highestFit = (parts: readonly TermPart[], { ofName, ofDescription }: EvidenceWeights): number =>
  parts.reduce((max, { fit }) => Math.max(max, fit), 0) * (ofName + ofDescription);

/** The places in `found` of the best. */
export function bestPlaces(found: readonly number[], scores: Float64Array, collection: SearchedCollection): number[] {
  if (found.length <= lookedAt) return found.map((_, at) => at);
  const idAt = (at: number) => collection.documents.idOf(found[at] as number);
  const best = new Best(lookedAt, (a, b) => idAt(a) < idAt(b));
  for (let at = 0; at < found.length; at += 1) best.offer(at, scores[found[at] as number] as number);
  return best.take().map(({ slot: at }) => at);
}
