import { deepEqual, equal, ok } from 'node:assert/strict';
import { hashedVector } from '@assay/kernel/testing';
import type { EmbeddingStore, KeptEmbedding } from '../embedding/embedding-store.js';

export interface EmbeddingFixture {
  readonly embeddings: EmbeddingStore;
  /** An organisation that is there. */
  readonly organisationId: string;
}

export interface EmbeddingContractCase {
  readonly name: string;
  readonly check: (fixture: EmbeddingFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);
const none = (): Iterable<string> => [];

function samples({ organisationId }: EmbeddingFixture) {
  return (digest: string, parts: Partial<KeptEmbedding> = {}): KeptEmbedding => ({
    digest,
    vector: Float32Array.from(hashedVector(digest, 24)),
    characters: 10,
    organisationId,
    at,
    ...parts,
  });
}

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] as number), 0);

async function digests(store: EmbeddingStore, model: string, asked: readonly string[]): Promise<string[]> {
  return [...(await store.vectors(model, asked)).keys()].sort();
}

/** What every EmbeddingStore promises. */
export const embeddingStoreContract: readonly EmbeddingContractCase[] = [
  {
    name: 'vectors come back nearly as they were, of length 1, by model and digest',
    check: async (fixture) => {
      const { embeddings } = fixture;
      const sample = samples(fixture);
      await embeddings.keep('one', []);
      await embeddings.keep('one', [sample('sha256:a'), sample('sha256:b')]);
      const kept = await embeddings.vectors('one', ['sha256:b', 'sha256:a', 'sha256:c']);
      deepEqual([...kept.keys()].sort(), ['sha256:a', 'sha256:b']);
      for (const [digest, vector] of kept) {
        ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
        ok(dot(vector, sample(digest).vector) > 0.9998);
      }
      equal((await embeddings.vectors('two', ['sha256:a'])).size, 0);
      equal((await embeddings.vectors('one', [])).size, 0);
    },
  },
  {
    name: 'the first vector of a text stays, unless the next has another length; one batch may name a text twice',
    check: async (fixture) => {
      const { embeddings } = fixture;
      const sample = samples(fixture);
      await embeddings.keep('one', [sample('sha256:a'), sample('sha256:a')]);
      await embeddings.keep('one', [sample('sha256:a', { vector: sample('sha256:other').vector })]);
      ok(
        dot(
          (await embeddings.vectors('one', ['sha256:a'])).get('sha256:a') as Float32Array,
          sample('sha256:a').vector,
        ) > 0.99,
      );
      await embeddings.keep('one', [sample('sha256:a', { vector: Float32Array.of(0, 1) })]);
      deepEqual([...((await embeddings.vectors('one', ['sha256:a'])).get('sha256:a') ?? [])], [0, 1]);
    },
  },
  {
    name: 'the length of vectors is that of the latest, model by model',
    check: async (fixture) => {
      const { embeddings } = fixture;
      const sample = samples(fixture);
      equal(await embeddings.dimensions('one'), undefined);
      await embeddings.keep('one', [sample('sha256:a', { at: at + 1 })]);
      await embeddings.keep('one', [sample('sha256:b', { vector: Float32Array.of(0, 1) })]);
      await embeddings.keep('two', [sample('sha256:a', { vector: Float32Array.of(0, 1, 0), at: at + 2 })]);
      deepEqual([await embeddings.dimensions('one'), await embeddings.dimensions('two')], [24, 3]);
    },
  },
  {
    name: 'what was spent since is counted over all models',
    check: async (fixture) => {
      const { embeddings } = fixture;
      const sample = samples(fixture);
      equal(await embeddings.charactersSince(at), 0);
      await embeddings.keep('one', [sample('sha256:a', { at: at - 1, characters: 5 }), sample('sha256:b')]);
      await embeddings.keep('two', [sample('sha256:a', { at: at + 1, characters: 7 })]);
      equal(await embeddings.charactersSince(at), 17);
      equal(await embeddings.charactersSince(at - 1), 22);
    },
  },
  {
    name: 'old vectors that are in no use go, and those of other models',
    check: async (fixture) => {
      const { embeddings } = fixture;
      const sample = samples(fixture);
      const all = ['sha256:fresh', 'sha256:old', 'sha256:used'];
      const ages = all.map((digest) => sample(digest, { at: digest === 'sha256:fresh' ? at : at - 1_000 }));
      await embeddings.keep('one', ages);
      await embeddings.keep('two', ages);
      const used = () => ['sha256:used', 'sha256:unknown'];
      equal(await embeddings.prune({ model: 'one', dimensions: undefined, used, before: at }), 3);
      deepEqual(await digests(embeddings, 'one', all), ['sha256:fresh', 'sha256:used']);
      deepEqual(await digests(embeddings, 'two', all), ['sha256:fresh']);
      equal(await embeddings.prune({ model: 'one', dimensions: 24, used, before: at }), 0);
    },
  },
  {
    name: 'vectors of another length go at once, used or not',
    check: async (fixture) => {
      const { embeddings } = fixture;
      const sample = samples(fixture);
      await embeddings.keep('one', [sample('sha256:a'), sample('sha256:b', { vector: Float32Array.of(1, 0) })]);
      const used = () => ['sha256:a', 'sha256:b'];
      equal(await embeddings.prune({ model: 'one', dimensions: 24, used, before: 0 }), 1);
      deepEqual(await digests(embeddings, 'one', ['sha256:a', 'sha256:b']), ['sha256:a']);
      equal(await embeddings.prune({ model: 'one', dimensions: undefined, used: none, before: 0 }), 0);
    },
  },
];
