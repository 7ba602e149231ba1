import { fillerVerbs } from './everyday-verbs.js';
import { weightOfWord } from './request-words.js';
import type { TermReader } from './terms.js';

/** A word of a query. */
export interface AskedTerm {
  readonly term: string;
  /** As it stood in the query, in lower case; the first one when several led to the term. */
  readonly word: string;
  /** What the word counts, in (0,1], before its rarity. */
  readonly weight: number;
  /** Whether it opens a part of the text, filler words aside: there people name the operation. */
  readonly leads: boolean;
}

/** A query as search reads it. Numbers name the places in `terms`. */
export interface AskedText {
  /** Once each, in order of appearance. */
  readonly terms: readonly AskedTerm[];
  /** What each part of the text asks for; parts without a word are left out. */
  readonly clauses: readonly (readonly number[])[];
  /** Terms that follow each other within a clause, once each; words that say nothing do not part them. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** What a filler verb such as `get` counts where it opens a request: most tools that do it do not say so. */
const fillerVerbWeight = 0.25;

/** Where one request ends and the next begins. */
export const clauseEnd = /[.?!;:]["'”’)\]]*\s+|[。？！；]|\n+/u;
/** Above this number of parts they are treated as one: real queries have fewer, and each costs a pass. */
const maxClauses = 12;

/** Reads a query: its words, the parts it falls into, and what stands side by side. */
export function readAsked(text: string, reader: TermReader): AskedText {
  const numbers = new Map<string, number>();
  const terms: AskedTerm[] = [];
  const clauses: number[][] = [];
  const pairs = new Map<string, readonly [number, number]>();
  for (const part of parts(text)) {
    const clause = new Set<number>();
    let before: number | undefined;
    let leads = true;
    reader.eachWithWord(part, (read, word) => {
      const isVerb = read === '' && leads && fillerVerbs.has(word);
      if (read === '' && !isVerb) return;
      const term = isVerb ? word : read;
      const weight = isVerb ? fillerVerbWeight : weightOfWord(word);
      let number = numbers.get(term);
      if (number === undefined) {
        number = terms.length;
        numbers.set(term, number);
        terms.push({ term, word, weight, leads });
      }
      leads &&= !isVerb && weight < 1;
      clause.add(number);
      if (before !== undefined && before !== number) pairs.set(`${before} ${number}`, [before, number]);
      before = number;
    });
    if (clause.size > 0) clauses.push([...clause]);
  }
  return { terms: withWholeNames(terms), clauses, pairs: [...pairs.values()] };
}

/** What a piece of `mp3` counts beside the whole: documents may have it written apart. */
const pieceWeight = 0.2;
/** Longer words before a number (`invoice2`) say something by themselves. */
const maxPiece = 4;
const betweenLettersAndDigits = /(?<=\d)(?=\D)|(?<=\D)(?=\d)/;

/** Names such as `mp3` and `base64` are one word: their pieces hardly count. */
function withWholeNames(terms: readonly AskedTerm[]): readonly AskedTerm[] {
  const pieces = new Set(
    terms.flatMap(({ word }) => {
      const parts = word.split(betweenLettersAndDigits);
      const isName = parts.length > 1 && parts.every((part) => /^\d/.test(part) || part.length <= maxPiece);
      return isName ? parts : [];
    }),
  );
  if (pieces.size === 0) return terms;
  return terms.map((one) => (pieces.has(one.word) ? { ...one, weight: Math.min(one.weight, pieceWeight) } : one));
}

function parts(text: string): string[] {
  const all = text.split(clauseEnd);
  return all.length <= maxClauses ? all : [...all.slice(0, maxClauses - 1), all.slice(maxClauses - 1).join(' ')];
}
