/**
 * Compares bit codes, in AssemblyScript: JavaScript has no instruction that counts bits. `node libs/search/make-kernel.mjs` compiles
 * it. The distances of a block of documents begin at 0, two bytes each; codes have `words` words of 64 bits.
 */

/** Lowers the distances of the first `count` documents, whose codes begin at `codes`, to the code at `asked`. */
export function lower(asked: usize, codes: usize, count: i32, words: i32): void {
  if (words === 4) lowerOfCommon(asked, codes, count);
  else
    for (let at = 0; at < count; at += 1) {
      lowerOne(at, differentBits(codes + ((<usize>(at * words)) << 3), asked, words));
    }
}

/** Codes of 256 bits, the length of the table that ships: without a loop over their words. */
function lowerOfCommon(asked: usize, codes: usize, count: i32): void {
  const a = load<u64>(asked);
  const b = load<u64>(asked, 8);
  const c = load<u64>(asked, 16);
  const d = load<u64>(asked, 24);
  for (let at = 0; at < count; at += 1) {
    const code = codes + ((<usize>at) << 5);
    const first = popcnt(load<u64>(code) ^ a) + popcnt(load<u64>(code, 8) ^ b);
    const second = popcnt(load<u64>(code, 16) ^ c) + popcnt(load<u64>(code, 24) ^ d);
    lowerOne(at, <i32>(first + second));
  }
}

function differentBits(one: usize, other: usize, words: i32): i32 {
  let bits: u64 = 0;
  for (let word = 0; word < words; word += 1) {
    const at = (<usize>word) << 3;
    bits += popcnt(load<u64>(one + at) ^ load<u64>(other + at));
  }
  return <i32>bits;
}

function lowerOne(at: i32, distance: i32): void {
  const place = (<usize>at) << 1;
  if (distance < <i32>load<u16>(place)) store<u16>(place, <u16>distance);
}
