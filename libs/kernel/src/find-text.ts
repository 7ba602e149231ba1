/** Up to this length the machine's own search is quick: its worst case grows with the product of both lengths. */
const shortLength = 64;

/** Where a text holds another one, looking from a place on; -1 when it does not. Time and memory grow with the sum of both lengths. */
export function firstIndex(text: string, search: string, from = 0): number {
  if (search.length <= shortLength) return text.indexOf(search, from);
  for (const at of places(text, search, from)) return at;
  return -1;
}

/** The last place, not after `until`, at which a text holds another one; -1 when there is none. As quick as `firstIndex`. */
export function lastIndex(text: string, search: string, until = text.length): number {
  if (search.length <= shortLength) return text.lastIndexOf(search, until);
  let last = -1;
  for (const at of places(text, search, 0)) {
    if (at > until) break;
    last = at;
  }
  return last;
}

/** Every place, in order; they may overlap. Knuth, Morris, Pratt: Fast pattern matching in strings (1977). */
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

/** Of each beginning of a text the length of its longest proper part that it both begins and ends with. */
function bordersOf(search: string): Int32Array {
  const borders = new Int32Array(search.length);
  let matched = 0;
  for (let at = 1; at < search.length; at += 1) {
    matched = extended(search, borders, matched, search.charCodeAt(at));
    borders[at] = matched;
  }
  return borders;
}

/** How much of the search is matched with one more character, where `matched` of it was. */
function extended(search: string, borders: Int32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && search.charCodeAt(length) !== code) length = borders[length - 1] as number;
  return search.charCodeAt(length) === code ? length + 1 : length;
}
