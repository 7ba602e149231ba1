/** Words of a code of 256 bits, the length of the table that ships. */
const common = 8;

/**
 * Lowers each document's distance to that of `code` (the number of different bits), where this is smaller. `codes` has the
 * documents' codes, one after the other.
 */
export function lowerDistances(distances: Uint16Array, codes: Uint32Array, code: Uint32Array): void {
  const signed = new Int32Array(codes.buffer, codes.byteOffset, codes.length);
  const wanted = new Int32Array(code.buffer, code.byteOffset, code.length);
  if (code.length === common) lowerOfCommon(distances, signed, wanted);
  else lowerOfAny(distances, signed, wanted);
}

/** Without a loop over the words: half the time. */
function lowerOfCommon(distances: Uint16Array, codes: Int32Array, code: Int32Array): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = code;
  for (let slot = 0, at = 0; slot < distances.length; slot += 1, at += common) {
    const bytes =
      bitsOfTwo((codes[at] as number) ^ a, (codes[at + 1] as number) ^ b) +
      bitsOfTwo((codes[at + 2] as number) ^ c, (codes[at + 3] as number) ^ d) +
      bitsOfTwo((codes[at + 4] as number) ^ e, (codes[at + 5] as number) ^ f) +
      bitsOfTwo((codes[at + 6] as number) ^ g, (codes[at + 7] as number) ^ h);
    const distance = sumOfBytes(bytes);
    if (distance < (distances[slot] as number)) distances[slot] = distance;
  }
}

function lowerOfAny(distances: Uint16Array, codes: Int32Array, code: Int32Array): void {
  const width = code.length;
  for (let slot = 0, from = 0; slot < distances.length; slot += 1, from += width) {
    let distance = 0;
    for (let word = 0; word < width; word += 1)
      distance += sumOfBytes(bitsOfTwo((codes[from + word] as number) ^ (code[word] as number), 0));
    if (distance < (distances[slot] as number)) distances[slot] = distance;
  }
}

/** How many bits of two words are set, as a sum in each byte (Warren, Hacker's Delight, 5-1). */
function bitsOfTwo(one: number, other: number): number {
  const a = one - ((one >>> 1) & 0x5555_5555);
  const b = other - ((other >>> 1) & 0x5555_5555);
  const nibbles = (a & 0x3333_3333) + ((a >>> 2) & 0x3333_3333) + (b & 0x3333_3333) + ((b >>> 2) & 0x3333_3333);
  return (nibbles & 0x0f0f_0f0f) + ((nibbles >>> 4) & 0x0f0f_0f0f);
}

/** At most 256: two sums of two bytes do not run over. */
function sumOfBytes(bytes: number): number {
  const pairs = (bytes & 0x00ff_00ff) + ((bytes >>> 8) & 0x00ff_00ff);
  return (pairs & 0xffff) + (pairs >>> 16);
}
