import { wordsOf } from './phrases.js';
import type { Taxonomy } from './taxonomy.js';

/** Maximum other words between those of a phrase: "read the complete contents of a file" matches "read file". */
const spread = 5;
/** The weight of a phrase in a name; in a description it is 1. */
const nameWorth = 3;
/** The share that a node's further phrases add, so that several pieces of evidence outweigh one. */
const furtherShare = 0.25;

interface Phrase {
  readonly tag: string;
  readonly words: readonly string[];
  readonly worth: number;
}

export interface Scored {
  readonly tag: string;
  readonly score: number;
}

const made = new WeakMap<Taxonomy, { readonly epoch: number; readonly words: CapabilityWords }>();

/** The words of the current taxonomy; rebuilt when it has changed. */
export function capabilityWords(taxonomy: Taxonomy): CapabilityWords {
  const known = made.get(taxonomy);
  if (known?.epoch === taxonomy.epoch) return known.words;
  const words = new CapabilityWords(taxonomy);
  made.set(taxonomy, { epoch: taxonomy.epoch, words });
  return words;
}

/** Finds the capabilities that a text mentions, by their aliases. */
class CapabilityWords {
  /** Phrases by their last word, usually the noun. */
  readonly #phrases = new Map<string, Phrase[]>();
  /** Tags by each word of their names, labels and aliases. */
  readonly #touched = new Map<string, Set<string>>();

  constructor(taxonomy: Taxonomy) {
    for (const node of taxonomy.nodes().filter(({ deprecated }) => !deprecated)) {
      for (const alias of new Set(node.aliases)) this.#add(node.tag, wordsOf(alias));
      for (const word of [node.tag, node.label, ...node.aliases].flatMap(wordsOf)) this.#touch(word, node.tag);
    }
  }

  /** Capabilities by score, best first. A name may contain a phrase's words in any order, a description in theirs. */
  score(name: string, description: string): Scored[] {
    const scores = new Map<string, number[]>();
    const note = ({ tag, worth }: Phrase, times: number) =>
      scores.set(tag, [...(scores.get(tag) ?? []), worth * times]);
    const inName = wordsOf(name);
    for (const phrase of this.#ending(inName)) {
      if (phrase.words.every((word) => inName.includes(word))) note(phrase, nameWorth);
    }
    const inText = wordsOf(description);
    for (const phrase of this.#ending(inText)) if (holds(inText, phrase.words)) note(phrase, 1);
    return [...scores].map(([tag, found]) => ({ tag, score: total(found) })).sort(byScore);
  }

  /**
   * Capabilities that share a word with a text, those with the highest share first: a fallback when nothing matches.
   */
  touching(text: string): Scored[] {
    const scores = new Map<string, number>();
    for (const word of new Set(wordsOf(text)))
      for (const tag of this.#touched.get(word) ?? []) scores.set(tag, (scores.get(tag) ?? 0) + 1);
    return [...scores].map(([tag, score]) => ({ tag, score })).sort(byScore);
  }

  #touch(word: string, tag: string): void {
    const tags = this.#touched.get(word);
    if (tags === undefined) this.#touched.set(word, new Set([tag]));
    else tags.add(tag);
  }

  #add(tag: string, words: readonly string[]): void {
    const last = words.at(-1);
    if (last === undefined) return;
    const phrase = { tag, words, worth: worthOf(words, tag) };
    this.#phrases.set(last, [...(this.#phrases.get(last) ?? []), phrase]);
  }

  #ending = (words: readonly string[]): Phrase[] =>
    [...new Set(words)].flatMap((word) => this.#phrases.get(word) ?? []);
}

const byScore = (a: Scored, b: Scored): number => b.score - a.score || (a.tag < b.tag ? -1 : 1);

/** Longer phrases weigh more, and so does a specific capability against the general one that shares the word. */
const worthOf = (words: readonly string[], tag: string): number =>
  words.length ** 1.5 * (1 + 0.1 * (tag.split('.').length - 1));

function total(found: readonly number[]): number {
  const best = Math.max(...found);
  return best + furtherShare * (found.reduce((sum, one) => sum + one, 0) - best);
}

/** Whether the text contains the words in order, with few others between them. */
function holds(text: readonly string[], words: readonly string[]): boolean {
  const [first = ''] = words;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = at + words.length + (words.length > 1 ? spread : 0);
    let seen = 0;
    for (let next = at; next < end && seen < words.length; next += 1) if (text[next] === words[seen]) seen += 1;
    if (seen === words.length) return true;
  }
  return false;
}
