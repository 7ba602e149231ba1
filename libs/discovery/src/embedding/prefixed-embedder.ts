import { digestText } from '@assay/kernel';
import type { Embedder } from '../embedder.js';

/** Characters of a digest that tell prefixes apart. */
const digestLength = 8;

/**
 * An embedder that reads every text behind the same words, as models want it that were trained with such ("query: "). Vectors
 * made with another prefix do not compare, so it has a model name of its own.
 */
export function prefixedEmbedder(embedder: Embedder, prefix: string): Embedder {
  if (prefix === '') return embedder;
  const before = /\s$/.test(prefix) ? prefix : `${prefix} `;
  const digest = digestText(before).replace(/^.*:/, '').slice(0, digestLength);
  return {
    model: `${embedder.model} (prefix ${digest})`,
    get dimensions() {
      return embedder.dimensions;
    },
    embed: (texts, signal) =>
      embedder.embed(
        texts.map((text) => before + text),
        signal,
      ),
  };
}
