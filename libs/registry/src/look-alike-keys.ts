/** A part of a name: in lower case, and as its visual skeleton. */
interface KeyedPart {
  readonly folded: string;
  readonly skeleton: string;
}

/** Maximum names in an index: the remaining bits of a double's 53 beside a 32-bit key. */
const namesCap = 2 ** 20;

/**
 * An index of names that could be alike, by shared keys.
 *
 * Two names that look the same share the key of their skeletons. Two names one edit apart share a key of their deletion
 * neighbourhoods (the name itself and the name without each one of its letters), because deleting one letter on one or
 * both sides undoes an insertion, deletion, substitution or transposition. A key is a 32-bit hash: the caller filters
 * names that share one by chance.
 *
 * Keys and names are stored in one sorted array of doubles, about 8 bytes per key and one key per letter; a look-up
 * costs one binary search per key.
 */
export class LookAlikeKeys {
  readonly #entries: Float64Array;
  readonly #minEdited: number;

  /**
   * @param minEdited parts shorter than this have no deletion neighbourhood.
   */
  constructor(names: readonly (readonly KeyedPart[])[], minEdited: number) {
    if (names.length > namesCap) throw new RangeError(`An index of look-alikes holds at most ${namesCap} names.`);
    this.#minEdited = minEdited;
    const entries: number[] = [];
    for (const [index, parts] of names.entries()) {
      for (const key of this.#keysOf(parts)) entries.push(key * namesCap + index);
    }
    this.#entries = Float64Array.from(entries).sort();
  }

  /** Indexes of the names that may be alike, ascending. */
  near(parts: readonly KeyedPart[]): number[] {
    const found = new Set<number>();
    for (const key of this.#keysOf(parts)) {
      const end = (key + 1) * namesCap;
      for (let at = this.#firstFrom(key * namesCap); (this.#entries[at] ?? end) < end; at += 1) {
        found.add((this.#entries[at] as number) % namesCap);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  #keysOf(parts: readonly KeyedPart[]): Set<number> {
    const skeletons = parts.map((it) => it.skeleton);
    const keys = new Set([hashOf(skeletons.join('/'), -1, 0)]);
    for (const [place, { folded }] of parts.entries()) {
      if (folded.length < this.#minEdited) continue;
      const others = skeletons.map((it, index) => (index === place ? '*' : it)).join('/');
      const seed = hashOf(others, -1, place + 1);
      for (let without = -1; without < folded.length; without += 1) keys.add(hashOf(folded, without, seed));
    }
    return keys;
  }

  /** Position of the first entry that is not below `value`. */
  #firstFrom(value: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** FNV-1a with a seed of a text without the letter at one position (-1: of the whole text); 32 bits. */
function hashOf(text: string, without: number, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at !== without) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}
