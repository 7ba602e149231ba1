/** Mistypings forgiven in words from so many letters on. */
const oneFrom = 5;
const twoFrom = 9;

/** Numbers and codes mean what they say. */
const letters = /^\p{L}+$/u;

/** The terms in use by first letter and length, in which to look for what a mistyped word may have meant. */
export class NearWords {
  private readonly shelves = new Map<string, string[]>();

  add(term: string): void {
    if (term.length < oneFrom - 1) return;
    const shelf = shelfOf(term, term.length);
    const terms = this.shelves.get(shelf);
    if (terms === undefined) this.shelves.set(shelf, [term]);
    else terms.push(term);
  }

  /**
   * The term in use that is the fewest letters away from the word as typed or as stemmed: left out, put in, changed or
   * swapped with the next, one for words of five letters and more, two from nine on, never the first. Of equally near
   * ones the term that fits the rest of the query best, then that of most documents, then the first by alphabet. O(terms of
   * such a beginning and length).
   */
  nearest(
    word: string,
    stem: string,
    documentsOf: (term: string) => number,
    fitOf: (term: string) => number = () => 0,
  ): string | undefined {
    const max = word.length >= twoFrom ? 2 : word.length >= oneFrom ? 1 : 0;
    if (max === 0 || !letters.test(word)) return undefined;
    let found: Near | undefined;
    for (const form of new Set([word, stem])) {
      for (let length = form.length - max; length <= form.length + max; length += 1) {
        for (const term of this.shelves.get(shelfOf(form, length)) ?? []) {
          const distance = editDistance(form, term, max);
          if (distance > max || (found !== undefined && distance > found.distance)) continue;
          const one = { term, distance, documents: documentsOf(term), fit: fitOf(term) };
          if (one.documents > 0 && (found === undefined || before(one, found))) found = one;
        }
      }
    }
    return found?.term;
  }
}

interface Near {
  readonly term: string;
  readonly distance: number;
  readonly documents: number;
  /** How well it goes with the rest of the query; only differences matter. */
  readonly fit: number;
}

function before(a: Near, b: Near): boolean {
  if (a.distance !== b.distance) return a.distance < b.distance;
  if (a.fit !== b.fit) return a.fit > b.fit;
  return a.documents === b.documents ? a.term < b.term : a.documents > b.documents;
}

const shelfOf = (term: string, length: number): string => `${term[0] ?? ''}${length}`;

/** Rows of the table of distances, for words of at most 50 letters; longer terms are not in the index. */
const rowLength = 64;
const table = [new Uint8Array(rowLength), new Uint8Array(rowLength), new Uint8Array(rowLength)] as const;

/** Optimal string alignment (Damerau's four mistakes, each place touched once); anything above `most` is `most + 1`. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max || Math.max(a.length, b.length) >= rowLength) return max + 1;
  let [twoBack, back, row] = table as readonly [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j += 1) back[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let min = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j += 1) {
      const other = b.charCodeAt(j - 1);
      const changed = (back[j - 1] as number) + (letter === other ? 0 : 1);
      let cost = Math.min((back[j] as number) + 1, (row[j - 1] as number) + 1, changed);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, (twoBack[j - 2] as number) + 1);
      }
      row[j] = cost;
      if (cost < min) min = cost;
    }
    if (min > max) return max + 1;
    [twoBack, back, row] = [back, row, twoBack];
  }
  return Math.min(back[b.length] as number, max + 1);
}
