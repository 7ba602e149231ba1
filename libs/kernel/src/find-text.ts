/** Up to this length the built-in search is fast enough: its worst case grows with the product of both lengths. */
const shortLength = 64;

/**
 * The first position of a text within another, from a start position; -1 when absent. Time and memory grow with the sum
 * of both lengths.
 */
export function firstIndex(text: string, search: string, from = 0): number {
  if (search.length <= shortLength) return text.indexOf(search, from);
  for (const at of places(text, search, from)) return at;
  return -1;
}

/** The last position, not after `until`, of a text within another; -1 when absent. As fast as `firstIndex`. */
export function lastIndex(text: string, search: string, until = text.length): number {
  if (search.length <= shortLength) return text.lastIndexOf(search, until);
  let last = -1;
  for (const at of places(text, search, 0)) {
    if (at > until) break;
    last = at;
  }
  return last;
}

/** Every position, in order; matches may overlap. Knuth, Morris, Pratt: Fast pattern matching in strings (1977). */
function* places(text: string, search: string, from: number): Generator<number> {
  if (search.length > text.length - from) return;
  const borders = bordersOf(search);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    matched = extended(search, borders, matched, code);
    if (matched < search.length) continue;
    yield at + 1 - matched;
    matched = borders[matched - 1] as number;
  }
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(search: string): Int32Array {
  const borders = new Int32Array(search.length);
  let matched = 0;
  for (let at = 1; at < search.length; at += 1) {
    matched = extended(search, borders, matched, search.charCodeAt(at));
    borders[at] = matched;
  }
  return borders;
}

/** The number of matched characters after one more character, given `matched` before it. */
function extended(search: string, borders: Int32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && search.charCodeAt(length) !== code) length = borders[length - 1] as number;
  return search.charCodeAt(length) === code ? length + 1 : length;
}
