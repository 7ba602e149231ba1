import { FakeEmbedder, InMemoryEmbeddingStore, modelAway } from '@assay/discovery/testing';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { lengthOfVectors } from './vector-length.js';

describe('lengthOfVectors', () => {
  it('knows the length of the table that ships; asks an endpoint, and uses stored vectors when it does not answer', async () => {
    const embedder = new FakeEmbedder();
    const store = new InMemoryEmbeddingStore(() => {});
    const clock = new FakeClock();
    const local = { dimensions: 256 };
    expect(await lengthOfVectors(null, local, store, clock)).toBe(256);
    embedder.failures.push(modelAway, modelAway);
    expect(await lengthOfVectors(embedder, local, store, clock)).toBeNull();
    const vector = new Float32Array(8).fill(0.5);
    await store.keep('fake-1', [{ digest: 'sha256:a', vector, characters: 1, organisationId: 'org-acme', at: 0 }]);
    expect(await lengthOfVectors(embedder, local, store, clock)).toBe(8);
    expect(await lengthOfVectors(embedder, local, store, clock)).toBe(16);
    expect(clock.waiting).toBe(0);
  });
});
