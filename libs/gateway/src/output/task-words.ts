/** Words that are too short say nothing, unless they have a digit. */
const minWord = 3;
/** Characters of a list that are searched for the words of a task, and of one text: some 20 ms of work. */
const maxSearched = 400_000;
const maxText = 2_000;

/** The words of a text or of a name in any of the usual spellings, in lower case and singular. */
export function wordsOf(text: string): string[] {
  const apart = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).filter(isTelling).map(singular);
}

const isTelling = (word: string): boolean => word.length >= minWord || /\p{N}/u.test(word);

/** A word without what makes it plural: `addresses` and `address` are one, and so are `prices` and `price`. */
function singular(word: string): string {
  let end = word.length;
  while (end > minWord && 'es'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** The purpose of a call, in words, and what of a result has to do with it. */
export class TaskWords {
  readonly #words: ReadonlySet<string>;

  constructor(task: string | undefined) {
    this.#words = new Set(wordsOf(task ?? ''));
  }

  get areThere(): boolean {
    return this.#words.size > 0;
  }

  mention = (name: string): boolean => this.areThere && wordsOf(name).some((word) => this.#words.has(word));

  /**
   * How well each item of a list fits the task, by its values: a word counts the less, the more items have it. Items
   * beyond the searched characters fit nothing.
   */
  fitOf(items: readonly unknown[]): number[] {
    if (!this.areThere) return items.map(() => 0);
    const search = { left: maxSearched };
    const found = items.map((item) => (search.left <= 0 ? new Set<string>() : this.#foundIn(item, search)));
    const shared = new Map<string, number>();
    for (const words of found) for (const word of words) shared.set(word, (shared.get(word) ?? 0) + 1);
    return found.map((words) => [...words].reduce((sum, word) => sum + 1 / (shared.get(word) as number), 0));
  }

  #foundIn(item: unknown, search: { left: number }): Set<string> {
    const found = new Set<string>();
    const waiting = [item];
    for (let next = waiting.pop(); next !== undefined && search.left > 0; next = waiting.pop()) {
      if (typeof next === 'object' && next !== null) {
        for (const value of Object.values(next).slice(0, 200)) if (value !== undefined) waiting.push(value);
        search.left -= 10;
        continue;
      }
      const text = String(next).slice(0, maxText);
      search.left -= text.length + 4;
      for (const word of wordsOf(text)) if (this.#words.has(word)) found.add(word);
    }
    return found;
  }
}
