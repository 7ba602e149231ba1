import type { TokenTable } from './token-table.js';
import { eachToken } from './word-pieces.js';

/** Tokens of a text that are read; the sentence model behind the table reads 256. */
const maxTokens = 512;

/**
 * The mean of the vectors of the tokens of `text`, scaled to length 1; null when no token is known. Rare tokens have
 * longer vectors, so they count more (smooth inverse frequency, Arora et al. 2017).
 */
export function embedText(text: string, { vocabulary, vectors, scales, dimensions }: TokenTable): Float32Array | null {
  const tokens: number[] = [];
  eachToken(text, vocabulary, maxTokens, (token) => tokens.push(token));
  const sum = new Float32Array(dimensions);
  let at = 0;
  for (; at + 4 <= tokens.length; at += 4) addFour(sum, vectors, scales, tokens, at);
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] as number;
    const scale = scales[token] as number;
    const from = token * dimensions;
    for (let n = 0; n < dimensions; n += 1) sum[n] = (sum[n] as number) + scale * (vectors[from + n] as number);
  }
  let square = 0;
  for (let n = 0; n < dimensions; n += 1) square += (sum[n] as number) ** 2;
  if (square === 0) return null;
  const norm = Math.sqrt(square);
  for (let n = 0; n < dimensions; n += 1) sum[n] = (sum[n] as number) / norm;
  return sum;
}

/** Adds the vectors of four tokens: each sum is read and written once for all of them. */
function addFour(
  sum: Float32Array,
  vectors: Int8Array,
  scales: Float32Array,
  tokens: readonly number[],
  at: number,
): void {
  const [a, b, c, d] = [tokens[at], tokens[at + 1], tokens[at + 2], tokens[at + 3]] as [number, number, number, number];
  const [ofA, ofB, ofC, ofD] = [scales[a], scales[b], scales[c], scales[d]] as [number, number, number, number];
  const dimensions = sum.length;
  const [fromA, fromB, fromC, fromD] = [a * dimensions, b * dimensions, c * dimensions, d * dimensions];
  for (let n = 0; n < dimensions; n += 1) {
    sum[n] =
      (sum[n] as number) +
      (ofA * (vectors[fromA + n] as number) + ofB * (vectors[fromB + n] as number)) +
      (ofC * (vectors[fromC + n] as number) + ofD * (vectors[fromD + n] as number));
  }
}
