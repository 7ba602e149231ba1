import type { ToolDocument } from '@assay/discovery';
import { FakeEmbedder, InMemoryEmbeddingStore, NaiveToolIndex } from '@assay/discovery/testing';
import { Directory } from '@assay/identity';
import type { Failure } from '@assay/kernel';
import { FakeClock, ManualJobs } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Projection, type StateChange } from '../snapshot/projection.js';
import { buildEmbedding } from './embedding.js';

class SeenIndex extends NaiveToolIndex {
  readonly last = new Map<string, ToolDocument>();

  override async put(documents: readonly ToolDocument[]): Promise<void> {
    for (const document of documents) this.last.set(document.id, document);
    await super.put(documents);
  }
}

async function setUp() {
  const directory = new Directory();
  const catalogue = new Catalogue(directory.aliases);
  const embedder = new FakeEmbedder();
  const changes: StateChange[] = [];
  const store = new InMemoryEmbeddingStore((reported) => void changes.push(...reported));
  const jobs = new ManualJobs();
  const clock = new FakeClock();
  // Pauses between batches are over at once.
  const hasty = {
    now: clock.now,
    monotonic: clock.monotonic,
    after: (_ms: number, run: () => void) => {
      run();
      return () => undefined;
    },
  };
  const onChange = (_failure: Failure | undefined) => undefined;
  const parts = { embedder, store, catalogue, directory, jobs, clock: hasty, charactersPerDay: 10_000, onChange };
  const { vectors } = buildEmbedding(parts);
  const index = new SeenIndex();
  const projection = new Projection(
    directory,
    catalogue,
    index,
    () => undefined,
    () => ({ trustKey: 7, insideTrustKey: 8 }),
    vectors,
  );
  await projection.apply([{ kind: 'namespace', id: 'n', state: aNamespace() }]);
  await projection.follow();
  const publish = async (parts: Parameters<typeof aManifest>[0]) => {
    const version = aVersion(aManifest(parts));
    await projection.apply([{ kind: 'tool-version', id: version.id, state: version }]);
    return version;
  };
  const embed = async () => {
    await jobs.run('embed-missing');
    await projection.apply(changes.splice(0));
  };
  return { embedder, store, index, projection, publish, embed };
}

describe('buildEmbedding', () => {
  it('brings vectors into the index when they have come, and forgets tools that are gone', async () => {
    const { index, publish, embed, embedder, projection } = await setUp();
    const version = await publish({});
    expect(index.last.get('acme/orders.create')).not.toHaveProperty('vector');
    await embed();
    expect(index.last.get('acme/orders.create')?.vector).toHaveLength(16);
    for await (const [document] of projection.documents()) expect(document?.vector).toHaveLength(16);
    await projection.apply([{ kind: 'tool-version', id: version.id, state: { ...version, status: 'YANKED' } }]);
    await embed();
    expect(embedder.asked).toHaveLength(1);
  });

  it('keeps private texts in the installation', async () => {
    const { index, publish, embed, embedder } = await setUp();
    await publish({ visibility: 'private' });
    await embed();
    expect(embedder.asked).toEqual([]);
    expect(index.last.get('acme/orders.create')).not.toHaveProperty('vector');
  });
});
