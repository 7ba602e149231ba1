import type { TokenTable } from './token-table.js';
import { eachToken } from './word-pieces.js';

/** Tokens of a text that are read; the sentence model behind the table reads 256. */
const maxTokens = 512;

/**
 * The mean of the vectors of the tokens of `text`, scaled to length 1; null when no token is known. Rare tokens have
 * longer vectors, so they count more (smooth inverse frequency, Arora et al. 2017).
 */
export function embedText(text: string, { vocabulary, vectors, scales, dimensions }: TokenTable): Float32Array | null {
  const sum = new Float32Array(dimensions);
  eachToken(text, vocabulary, maxTokens, (token) => {
    const scale = scales[token] as number;
    const from = token * dimensions;
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] as number) + scale * (vectors[from + at] as number);
  });
  let square = 0;
  for (const value of sum) square += value * value;
  if (square === 0) return null;
  const norm = Math.sqrt(square);
  for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] as number) / norm;
  return sum;
}
