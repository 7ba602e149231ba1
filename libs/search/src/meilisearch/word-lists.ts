import type { Hit, Listed } from './hits.js';

/** A word asked for, in the form the index holds it in and in the form it was asked in. */
export interface QueryTerm {
  readonly term: string;
  readonly asked: string;
  /** What the word counts, in (0,1], before its rarity: words with which people ask say little of the tool. */
  readonly weight: number;
}

/** The documents that have one of the words. */
export interface WordList extends Listed {
  readonly queryTerm: QueryTerm;
}

export interface TextMatch {
  /** In (0,1]. */
  readonly relevance: number;
  readonly matched: readonly string[];
}

/** How much telling two documents apart by a word is worth: never negative, as in BM25. */
export const weightOf = (documents: number, having: number): number =>
  Math.log(1 + (Math.max(documents, having) - having + 0.5) / (having + 0.5));

/**
 * Relevance of the documents that have any of the words: Σ weight · score ÷ Σ weight, where a word's score is the
 * ranking score of the document in the word's own list (typos, attribute and exactness tell there) and its weight the
 * rarer the greater; a word that no document has weighs like the rarest. This is the embedded engine's measure, but for
 * the score of a single word: a document with every word is near 1, one with half of their weight near 0.5.
 *
 * `together` is the list of a query with all the words. Its ranking score is the share of the words a document has,
 * and how near each other; it counts where it says more, as for documents that a word's own list was too short for.
 */
export function matchWords(lists: readonly WordList[], together: Listed, documents: number): Map<string, TextMatch> {
  const sums = new Map<string, { sum: number; matched: string[] }>();
  let whole = 0;
  for (const { queryTerm, hits, total } of lists) {
    const weight = queryTerm.weight * weightOf(documents, total);
    whole += weight;
    for (const hit of hits) {
      const one = entry(sums, hit.id);
      one.sum += weight * scoreOf(hit);
      one.matched.push(queryTerm.asked);
    }
  }
  const matches = new Map<string, TextMatch>();
  for (const [id, { sum, matched }] of sums) matches.set(id, { relevance: sum / whole, matched });
  for (const hit of together.hits) {
    const known = matches.get(hit.id);
    if (known === undefined || known.relevance < scoreOf(hit)) {
      matches.set(hit.id, { relevance: scoreOf(hit), matched: known?.matched ?? [] });
    }
  }
  return matches;
}

function entry<T>(sums: Map<string, { sum: number; matched: T[] }>, id: string) {
  const known = sums.get(id);
  if (known !== undefined) return known;
  const added = { sum: 0, matched: [] };
  sums.set(id, added);
  return added;
}

/** A hit is a match, however low Meilisearch ranks it. */
const minScore = 0.001;
const scoreOf = ({ _rankingScore = 0 }: Hit): number => Math.min(1, Math.max(minScore, _rankingScore));
