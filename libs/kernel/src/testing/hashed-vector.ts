/** Groups of synonyms: all words of a line count as its first. */
export type Synonyms = readonly (readonly string[])[];

const fnvPrime = 16_777_619;

/** FNV-1a over the UTF-16 units of a text. */
function hashed(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime) >>> 0;
  return hash;
}

/**
 * A unit vector by the hashing trick: each word adds to a few dimensions chosen by its hash, so that texts with the
 * same words point the same way, and others are almost orthogonal. Deterministic; knows no meaning beyond its synonyms.
 */
export function hashedVector(text: string, dimensions: number, synonyms: Synonyms = []): number[] {
  const meaning = new Map(synonyms.flatMap(([first = '', ...others]) => others.map((word) => [word, first])));
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = hashed(meaning.get(word) ?? word);
    for (let place = 0; place < 4; place += 1) {
      hash = Math.imul(hash ^ (hash >>> 13), 1_540_483_477) >>> 0;
      const at = hash % dimensions;
      vector[at] = (vector[at] as number) + ((hash >>> 30) % 2 === 0 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length);
}
