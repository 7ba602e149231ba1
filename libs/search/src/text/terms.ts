import { stemmer } from 'stemmer';
import { stopWords } from './stop-words.js';
import { verbForms } from './verb-forms.js';
import { eachWord } from './words.js';

const stemmable = /^[a-z]{3,}$/;
/** Longer words are identifiers or encoded data; nobody searches for them, and they would fill the vocabulary. */
const maxWord = 48;
const cacheLimit = 65_536;

/** Turns words into the terms the index holds: stop words fall out, English is stemmed. The cache is bounded. */
export class TermReader {
  private readonly terms = new Map<string, string>();

  /** Calls `emit` with each term of a text, in order, repeats included. */
  each(text: string, emit: (term: string) => void): void {
    eachWord(text, (word) => {
      const term = this.term(word);
      if (term !== '') emit(term);
    });
  }

  /** As `each`, with the word that each term comes from; the empty term for a word that is not searched for. */
  eachWithWord(text: string, emit: (term: string, word: string) => void): void {
    eachWord(text, (word) => emit(this.term(word), word));
  }

  /** The distinct terms of a text, in order of appearance, each with the word that first led to it. */
  distinct(text: string): Map<string, string> {
    const found = new Map<string, string>();
    eachWord(text, (word) => {
      const term = this.term(word);
      if (term !== '' && !found.has(term)) found.set(term, word);
    });
    return found;
  }

  /** The empty string for a word that is not searched for. */
  private term(word: string): string {
    if (word.length > maxWord) return '';
    const known = this.terms.get(word);
    if (known !== undefined) return known;
    const term = reduce(word);
    if (this.terms.size >= cacheLimit) this.terms.clear();
    this.terms.set(detached(word), detached(term));
    return term;
  }
}

function reduce(word: string): string {
  if (stopWords.has(word)) return '';
  return stemmable.test(word) ? (verbForms.get(word) ?? stemmer(word)) : word;
}

/** A copy of its own: a slice would keep the whole text it was cut from in memory. Short slices are copies already. */
const detached = (word: string): string => (word.length < 13 ? word : Buffer.from(word).toString());
