import { ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { Embedder } from '../embedder.js';
import { prefixedEmbedder } from './prefixed-embedder.js';

function recording() {
  const texts: string[] = [];
  const embedder: Embedder = {
    ...{ model: 'small', dimensions: 2 },
    embed: async (asked) => {
      texts.push(...asked);
      return ok(asked.map(() => Float32Array.of(1, 0)));
    },
  };
  return { texts, embedder };
}
const { signal } = new AbortController();

describe('prefixedEmbedder', () => {
  it('puts the prefix before each text, with a space between', async () => {
    const { texts, embedder } = recording();
    await prefixedEmbedder(embedder, 'query:').embed(['a', 'b'], signal);
    await prefixedEmbedder(embedder, 'query:\n').embed(['c'], signal);
    expect(texts).toEqual(['query: a', 'query: b', 'query:\nc']);
  });

  it('has a model name of its own for each prefix, and the model’s own without one', () => {
    const { embedder } = recording();
    expect(prefixedEmbedder(embedder, '')).toBe(embedder);
    const names = ['a', 'b', 'a '].map((prefix) => prefixedEmbedder(embedder, prefix).model);
    expect(names[0]).toMatch(/^small \(prefix [0-9a-zA-Z_-]{8}\)$/);
    expect([names[0] === names[1], names[0] === names[2]]).toEqual([false, true]);
    expect(prefixedEmbedder(embedder, 'a').dimensions).toBe(2);
  });
});
