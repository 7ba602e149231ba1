/** Where a phrase was found, in words: from `start` to before `end`. */
export interface PhraseMatch {
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum words that `..` in a phrase matches. */
const maxGap = 6;

interface Phrase {
  readonly source: string;
  readonly words: readonly string[];
}

/**
 * Phrases to look for among words. A phrase is words with blanks between; `word*` matches every word that begins so, and
 * `..` up to six words. Looking is linear in the text: at each word only the phrases that begin with it are tried, and each
 * of them reads a bounded number of words.
 */
export class Phrases {
  readonly #byWord = new Map<string, Phrase[]>();
  /** Phrases whose first word is a prefix. */
  readonly #byPrefix: Phrase[] = [];

  constructor(sources: readonly string[]) {
    for (const source of sources) {
      const words = source.split(' ');
      const first = words[0] as string;
      if (first.endsWith('*')) this.#byPrefix.push({ source, words });
      else this.#byWord.set(first, [...(this.#byWord.get(first) ?? []), { source, words }]);
    }
  }

  /** The first match in reading order that `accepts` takes. */
  find(words: readonly string[], accepts: (match: PhraseMatch) => boolean = () => true): PhraseMatch | undefined {
    for (let start = 0; start < words.length; start += 1) {
      for (const phrase of [...(this.#byWord.get(words[start] as string) ?? []), ...this.#byPrefix]) {
        const end = endOf(phrase.words, 0, words, start);
        const match = end === undefined ? undefined : { phrase: phrase.source, start, end };
        if (match !== undefined && accepts(match)) return match;
      }
    }
    return undefined;
  }
}

/** Where a phrase that begins at a word ends; a phrase has at most one gap or two, so that this stays bounded. */
function endOf(phrase: readonly string[], at: number, words: readonly string[], start: number): number | undefined {
  if (at === phrase.length) return start;
  const wanted = phrase[at] as string;
  if (wanted === '..') {
    for (let skipped = 0; skipped <= maxGap && start + skipped < words.length; skipped += 1) {
      const end = endOf(phrase, at + 1, words, start + skipped);
      if (end !== undefined) return end;
    }
    return undefined;
  }
  const word = words[start];
  if (word === undefined) return undefined;
  const isMatch = wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
  return isMatch ? endOf(phrase, at + 1, words, start + 1) : undefined;
}
