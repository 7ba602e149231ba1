import type { AskedText } from '../text/asked-text.js';
import type { Collection } from './collection.js';
import { inverseFrequency } from './impacts.js';
import type { Postings } from './postings.js';

/** What a synonym counts where the word itself is not found, and what a word does that only hints at it. */
const synonymWeight = 0.5;
const relatedWeight = 0.3;
/** What a word counts that nobody has, and that looks like a typing mistake. */
const mistypedWeight = 0.6;
/** A word that more than this share of all documents have, and more than so many, hints at nothing. */
const commonest = 0.02;
const minCommon = 16;
/** How many unknown words of a query are looked at for mistakes: each costs a walk over the terms of such a beginning. */
const maxMistyped = 8;

/** A variant of a query term: the term itself or a substitute. */
export interface Variant {
  readonly postings: Postings;
  readonly number: number;
  /** In (0,1]. */
  readonly factor: number;
}

export interface QueryTerm {
  /** In the form it was asked in. */
  readonly word: string;
  /** Rarity times what the word counts; positive. */
  readonly weight: number;
  /** The best first; a document counts by the first one it has. Empty when no document has any. */
  readonly variants: readonly Variant[];
}

/** Substitutes for a term. */
export interface Substitutes {
  readonly same: Readonly<Record<string, readonly string[]>>;
  readonly related: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The asked terms as the collection knows them, in the places they have in `asked.terms`. */
export function seek(asked: AskedText, collection: Collection, substitutes: Substitutes): QueryTerm[] {
  const { live } = collection.documents;
  const terms = new Set(asked.terms.map(({ term }) => term));
  const maxCommon = Math.max(minCommon, live * commonest);
  let mistyped = 0;
  return asked.terms.map(({ term, word, weight }) => {
    const known = variant(term, 1, collection);
    const others = othersFor(term, substitutes).filter((other) => !terms.has(other.term));
    const instead = others
      .map((other) => variant(other.term, other.factor, collection))
      .filter((one) => one !== undefined && (one.factor !== relatedWeight || one.postings.live <= maxCommon));
    let variants = [known, ...instead].filter((one) => one !== undefined);
    if (variants.length === 0 && mistyped < maxMistyped) {
      mistyped += 1;
      const near = collection.nearWords.nearest(word, term, (other) => collection.postings(other)?.live ?? 0);
      const meant = near === undefined ? undefined : variant(near, mistypedWeight, collection);
      variants = meant === undefined ? [] : [meant];
    }
    const having = variants[0]?.postings.live ?? 0;
    return { word, weight: weight * inverseFrequency(live, having), variants };
  });
}

function othersFor(term: string, { same, related }: Substitutes): { term: string; factor: number }[] {
  const synonyms = Object.hasOwn(same, term) ? (same[term] as readonly string[]) : [];
  const hints = [...(related.get(term) ?? [])].filter((other) => !synonyms.includes(other));
  return [
    ...synonyms.map((other) => ({ term: other, factor: synonymWeight })),
    ...hints.map((other) => ({ term: other, factor: relatedWeight })),
  ];
}

function variant(term: string, factor: number, collection: Collection): Variant | undefined {
  const postings = collection.postings(term);
  const number = collection.termNumber(term);
  return postings === undefined || number === undefined ? undefined : { postings, number, factor };
}

/** Whether a document contains the term or one of its variants. */
export const isIn = (term: QueryTerm, slot: number): boolean =>
  term.variants.some(({ postings }) => postings.has(slot));
