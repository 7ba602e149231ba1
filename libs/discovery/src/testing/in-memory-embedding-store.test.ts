import { describe, expect, it } from '@jest/globals';
import { embeddingStoreContract } from './embedding-store.contract.js';
import { InMemoryEmbeddingStore } from './in-memory-embedding-store.js';

describe('InMemoryEmbeddingStore keeps the contract of EmbeddingStore', () => {
  it.each(embeddingStoreContract)('$name', async ({ check }) => {
    const fixture = { embeddings: new InMemoryEmbeddingStore(), organisationId: 'org-acme' };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});
