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
});
