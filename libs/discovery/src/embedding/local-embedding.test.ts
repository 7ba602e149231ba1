import { describe, expect, it } from '@jest/globals';
import type { ToolDocument } from '../tool-index.js';
import { LocalEmbedding } from './local-embedding.js';

const document = (id: string, description: string) =>
  ({ id, name: 'one', title: '', description, capabilities: [], parameters: [] }) as unknown as ToolDocument;
/** Knows one word. */
const embedder = {
  model: 'fake',
  dimensions: 2,
  embed: (text: string) => (text.includes('tea') ? new Float32Array([1, 0]) : null),
};

describe('LocalEmbedding', () => {
  const embedding = new LocalEmbedding(embedder);

  it('attaches vectors at once, and lets a document without a known word through without one', async () => {
    const [known, unknown] = await embedding.attach([document('a/one', 'Makes tea'), document('a/two', 'x')]);
    expect(known).toMatchObject({ id: 'a/one', vector: new Float32Array([1, 0]) });
    expect(unknown).not.toHaveProperty('vector');
    expect(embedding.toolsOf()).toEqual([]);
  });

  it('embeds queries, and leaves those without a known word to the words', async () => {
    expect(await embedding.of('  tea please ')).toEqual({ vector: new Float32Array([1, 0]) });
    expect(await embedding.of('??')).toEqual({});
  });

  it('embeds the parts of a query that asks for several things', async () => {
    const vector = new Float32Array([1, 0]);
    const apart = new LocalEmbedding(embedder, undefined, (text) => [text, ...text.split('. ')]);
    expect(await apart.of('Make tea. Add the sugar. More tea please')).toEqual({
      vector,
      partVectors: [vector, vector],
    });
  });

  it('takes the vector of a query in another language from elsewhere, and lets it count more than words', async () => {
    const vector = new Float32Array([0, 1]);
    const read = async (text: string) => (text === 'Tee kochen' ? { language: 'de', vector } : undefined);
    const multilingual = new LocalEmbedding(embedder, { read });
    expect(await multilingual.of('Tee kochen')).toEqual({ language: 'de', vector, vectorFirst: true });
    expect(await multilingual.of('tea')).toEqual({ vector: new Float32Array([1, 0]) });
  });

  it('warns about a language that it knows nothing of, and embeds what it can', async () => {
    const multilingual = new LocalEmbedding(embedder, { read: async () => ({ language: 'fr', warning: 'French' }) });
    expect(await multilingual.of('un tea')).toEqual({
      language: 'fr',
      warning: 'French',
      vector: new Float32Array([1, 0]),
    });
  });
});
