import { wordsOf } from './phrases.js';
import type { Taxonomy } from './taxonomy.js';

/** Words a phrase may be spread over beside its own: "read the complete contents of a file" holds "read file". */
const spread = 5;
/** What a phrase is worth in a name; in a description it is worth 1. */
const nameWorth = 3;
/** What a node's further phrases add, so that several pieces of evidence beat one. */
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

/** The words of a taxonomy as it is now; made anew when it has changed. */
export function capabilityWords(taxonomy: Taxonomy): CapabilityWords {
  const known = made.get(taxonomy);
  if (known?.epoch === taxonomy.epoch) return known.words;
  const words = new CapabilityWords(taxonomy);
  made.set(taxonomy, { epoch: taxonomy.epoch, words });
  return words;
}

/** Finds the capabilities that a text speaks of by their aliases. */
class CapabilityWords {
  /** Phrases by the last of their words, the noun as a rule. */
  readonly #phrases = new Map<string, Phrase[]>();
  /** Tags by each word of their names, labels and aliases. */
  readonly #touched = new Map<string, Set<string>>();

  constructor(taxonomy: Taxonomy) {
    for (const node of taxonomy.nodes().filter(({ deprecated }) => !deprecated)) {
      for (const alias of new Set(node.aliases)) this.#add(node.tag, wordsOf(alias));
      for (const word of [node.tag, node.label, ...node.aliases].flatMap(wordsOf)) this.#touch(word, node.tag);
    }
  }

  /** Capabilities by score, best first. A name may hold a phrase's words in any order, a description in theirs. */
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

  /** Capabilities that share some word with a text, those that share most of its words first: for who found nothing. */
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

/** Longer phrases say more, and so does a special capability against the general one that shares the word. */
const worthOf = (words: readonly string[], tag: string): number =>
  words.length ** 1.5 * (1 + 0.1 * (tag.split('.').length - 1));

function total(found: readonly number[]): number {
  const best = Math.max(...found);
  return best + furtherShare * (found.reduce((sum, one) => sum + one, 0) - best);
}

/** Whether the words stand in the text in their order, spread over few more words than they are. */
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
