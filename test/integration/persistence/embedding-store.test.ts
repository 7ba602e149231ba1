import { embeddingStoreContract } from '@assay/discovery/testing';
import { PostgresEmbeddingStore } from '@assay/persistence';
import { anOrganisationRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, withDatabase } from './fixture.js';

async function setUp({ database, identities }: Fixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  return { embeddings: new PostgresEmbeddingStore(database.pool), organisationId: organisation.id };
}

describe('PostgresEmbeddingStore keeps the contract of EmbeddingStore', () => {
  it.each(embeddingStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(async (fixture) => check(await setUp(fixture)));
    await expect(run).resolves.toBeUndefined();
  });
});

describe('what is embedded', () => {
  it('takes a byte per dimension, and every replica learns of it, also of its removal', () =>
    withDatabase(async (fixture) => {
      const { embeddings, organisationId } = await setUp(fixture);
      const reports: unknown[] = [];
      await fixture.feed.start((changes) => void reports.push(...changes.filter(({ kind }) => kind === 'embedding')));
      const vector = new Float32Array(384).fill(0.05);
      const at = Date.UTC(2026, 10, 22);
      for (const model of ['one', 'two'])
        await embeddings.keep(model, [{ digest: 'sha256:a', vector, characters: 3, organisationId, at }]);
      await fixture.feed.caughtUp();
      expect(reports).toContainEqual({ kind: 'embedding', id: 'sha256:a', state: { id: 'sha256:a' } });
      const sizes = await fixture.database.pool.query('SELECT length(vector) FROM embeddings');
      expect(sizes.rows).toEqual([{ length: 384 }, { length: 384 }]);

      const late: unknown[] = [];
      await fixture.newFeed().start((changes) => void late.push(...changes.filter(({ kind }) => kind === 'embedding')));
      expect(late).toEqual([{ kind: 'embedding', id: 'sha256:a', state: { id: 'sha256:a' } }]);

      await embeddings.prune({ model: 'one', dimensions: 3, used: () => [], before: at + 1 });
      await fixture.feed.caughtUp();
      expect(reports.at(-1)).toEqual({ kind: 'embedding', id: 'sha256:a', state: null });
    }));
});
