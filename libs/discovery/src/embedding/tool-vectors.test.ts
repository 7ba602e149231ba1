import { describe, expect, it } from '@jest/globals';
import { smallEmbedding } from '../testing/small-embedding.js';
import { embeddingText } from './embedding-text.js';

const unhurried = (): AbortSignal => new AbortController().signal;

describe('ToolVectors', () => {
  it('lets documents through without a vector until there is one, and names the tools it is for', async () => {
    const { add, attach, vectors, job, changes } = smallEmbedding();
    const { digest } = embeddingText(add('a/one'));
    expect(await attach('a/one')).toEqual([expect.not.objectContaining({ vector: expect.anything() })]);
    expect([...vectors.waiting]).toEqual([digest]);
    await job.run(unhurried());
    expect(changes).toEqual([{ kind: 'embedding', id: digest, state: { id: digest } }]);
    expect(vectors.toolsOf(digest)).toEqual(['a/one']);
    expect(await attach('a/one')).toMatchObject([{ id: 'a/one', vector: expect.any(Float32Array) }]);
    expect(vectors.waiting.size).toBe(0);
  });

  it('shares the vector of equal texts, and forgets texts nobody has', async () => {
    const { add, attach, vectors, documents } = smallEmbedding();
    const { digest } = embeddingText(add('a/one', 'same'));
    documents.set('b/two', { ...add('a/one', 'same'), id: 'b/two' });
    await attach('a/one', 'b/two');
    expect(vectors.toolsOf(digest)).toEqual(['a/one', 'b/two']);
    add('a/one', 'other');
    await attach('a/one');
    expect(vectors.toolsOf(digest)).toEqual(['b/two']);
    vectors.forget(['b/two', 'c/unknown']);
    expect(vectors.toolsOf(digest)).toEqual([]);
    expect([...vectors.waiting]).toEqual([...vectors.used()]);
  });

  it('neither sends nor uses anything for what is private', async () => {
    const { add, attach, vectors, secret, job, embedder } = smallEmbedding();
    add('a/open', 'same');
    add('a/shut', 'same');
    secret.add('a/shut');
    await attach('a/open', 'a/shut');
    await job.run(unhurried());
    expect(await attach('a/shut')).toEqual([expect.not.objectContaining({ vector: expect.anything() })]);
    secret.add('a/open');
    await attach('a/open');
    expect([...vectors.used()]).toEqual([]);
    expect(embedder.asked).toHaveLength(1);
  });

  it('takes a vector of another length than the model’s for none', async () => {
    const { add, attach, vectors, store, embedder } = smallEmbedding();
    const { digest } = embeddingText(add('a/one'));
    const vector = Float32Array.of(1, 0);
    await store.keep('fake-1', [{ digest, vector, characters: 1, organisationId: 'org-acme', at: 0 }]);
    expect(await attach('a/one')).toMatchObject([{ vector: expect.anything() }]);
    embedder.dimensions = 16;
    expect(await attach('a/one')).toEqual([expect.not.objectContaining({ vector: expect.anything() })]);
    expect(vectors.waiting.size).toBe(1);
  });
});
