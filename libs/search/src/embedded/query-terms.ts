import type { AskedText } from '../text/asked-text.js';
import type { SearchedCollection } from './collection.js';
import { inverseFrequency } from './impacts.js';
import type { Postings } from './postings.js';

/** What a synonym counts where the word itself is not found, and what a word does that only hints at it. */
const synonymWeight = 0.5;
const relatedWeight = 0.3;
/**
 * What another verb of the same operation counts. From 0.5 to 0.85 five sets change by less than half a point of NDCG@10;
 * below 0.7 a tool with the very verb for other things comes before the tool that does what was asked.
 */
const verbWeight = 0.75;
/** Rarity is measured in a catalogue of at least so many documents: in a few, every shared word would look like a common one. */
const minDocuments = 20;
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
  /** Verbs of the same operation: of the word that opens a request alone. */
  readonly verbs: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The asked terms as the collection knows them, in the places they have in `asked.terms`. */
export function seek(asked: AskedText, collection: SearchedCollection, substitutes: Substitutes): QueryTerm[] {
  const { live } = collection.documents;
  const terms = new Set(asked.terms.map(({ term }) => term));
  const maxCommon = Math.max(minCommon, live * commonest);
  const wholeWords = asked.terms.flatMap(({ term, weight }) => (weight < 1 ? [] : (collection.postings(term) ?? [])));
  let mistyped = 0;
  return asked.terms.map(({ term, word, weight, leads }) => {
    const known = variant(term, 1, collection);
    const others = othersFor(term, leads, substitutes).filter((other) => !terms.has(other.term));
    const instead = others
      .map((other) => variant(other.term, other.factor, collection))
      .filter((one) => one !== undefined && (one.factor !== relatedWeight || one.postings.live <= maxCommon));
    let variants = [known, ...instead].filter((one) => one !== undefined);
    if (variants.length === 0 && mistyped < maxMistyped) {
      mistyped += 1;
      const near = collection.nearWords.nearest(
        word,
        term,
        (other) => collection.postings(other)?.live ?? 0,
        (other) => togetherWith(wholeWords, other, collection),
      );
      const meant = near === undefined ? undefined : variant(near, mistypedWeight, collection);
      variants = meant === undefined ? [] : [meant];
    }
    const rarity = inverseFrequency(Math.max(live, minDocuments), documentsWith(variants));
    return { word, weight: weight * rarity, variants };
  });
}

/** Of so many documents with a word, it is seen whether they have others. */
const maxSeen = 300;

/** The share of a term's documents that have another of these words: what a mistyped word may have meant goes with the rest. */
function togetherWith(others: readonly Postings[], term: string, collection: SearchedCollection): number {
  const own = collection.postings(term);
  if (own === undefined || others.length === 0) return 0;
  const seen = Math.min(own.length, maxSeen);
  let together = 0;
  for (let at = 0; at < seen; at += 1) {
    const slot = own.entries[at * 2] as number;
    if (others.some((postings) => postings.has(slot))) together += 1;
  }
  return together / seen;
}

/** A verb is as common as the commonest of its group: which of them a catalogue prefers says nothing. */
const documentsWith = (variants: readonly Variant[]): number =>
  variants.reduce(
    (max, { postings, factor }, at) => (at === 0 || factor === verbWeight ? Math.max(max, postings.live) : max),
    0,
  );

const none: ReadonlySet<string> = new Set();

function othersFor(
  term: string,
  leads: boolean,
  { same, related, verbs }: Substitutes,
): { term: string; factor: number }[] {
  const alike = (leads ? verbs.get(term) : undefined) ?? none;
  const synonyms = (Object.hasOwn(same, term) ? (same[term] as readonly string[]) : []).filter((it) => !alike.has(it));
  const hints = [...(related.get(term) ?? [])].filter((other) => !synonyms.includes(other) && !alike.has(other));
  return [
    ...[...alike].map((other) => ({ term: other, factor: verbWeight })),
    ...synonyms.map((other) => ({ term: other, factor: synonymWeight })),
    ...hints.map((other) => ({ term: other, factor: relatedWeight })),
  ];
}

function variant(term: string, factor: number, collection: SearchedCollection): Variant | undefined {
  const postings = collection.postings(term);
  const number = collection.termNumber(term);
  return postings === undefined || number === undefined ? undefined : { postings, number, factor };
}

/** What a document has of a query: the words found, and the share of the query's information that they carry. */
export function coverageOf(terms: readonly QueryTerm[], slot: number): { matched: string[]; coverage?: number } {
  const matched: string[] = [];
  let [all, found] = [0, 0];
  for (const { word, weight, variants } of terms) {
    all += weight;
    const variant = variants.find(({ postings }) => postings.has(slot));
    if (variant === undefined) continue;
    matched.push(word);
    found += weight * variant.factor;
  }
  return { matched, ...(all > 0 && { coverage: found / all }) };
}
