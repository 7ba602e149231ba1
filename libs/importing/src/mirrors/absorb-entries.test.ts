import { FakeRandom } from '@assay/kernel/testing';
import { aNamespace } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerRevocation } from '../official/registry-server.js';
import { InMemoryRegistryServerStore } from '../testing/in-memory-registry-server-store.js';
import { absorbEntries } from './absorb-entries.js';
import type { MirroredEntry } from './mirrored-entry.js';

const mirror = { id: 'mirror-one', organisationId: 'org-acme' };

const entry = (version: string, parts: Partial<MirroredEntry> = {}): MirroredEntry => ({
  name: 'com.example/weather',
  version,
  server: { name: 'com.example/weather', description: 'Weather.', version },
  official: { status: 'active', updatedAt: '2026-01-02T00:00:00Z' },
  status: 'active',
  statusMessage: null,
  publishedAt: 1_000,
  statusChangedAt: 1_000,
  updatedAt: '2026-01-02T00:00:00Z',
  ...parts,
});

describe('absorbEntries', () => {
  let servers: InMemoryRegistryServerStore;
  let now = 5_000;
  const random = new FakeRandom();
  const revoked = new Map<string, ServerRevocation>();
  const revocationOf = (name: string, version: string) => revoked.get(`${name}@${version}`) ?? null;
  const directory = { namespace: (name: string) => (name === 'acme' ? aNamespace() : undefined) };
  const absorb = (entries: MirroredEntry[], of = mirror) =>
    absorbEntries({ servers, random, revocationOf, directory }, of, entries);
  beforeEach(() => {
    now = 5_000;
    servers = new InMemoryRegistryServerStore(() => now);
  });

  it('stores new entries with their origin and block, and marks one version as the latest', async () => {
    expect(await absorb([entry('1.0.0'), entry('1.1.0')])).toEqual({ inserted: 2, updated: 0, refused: [] });
    expect(await servers.find('com.example/weather', 'latest')).toMatchObject({
      version: '1.1.0',
      origin: 'mirror-one',
      official: entry('1.1.0').official,
      publishedAt: 1_000,
      organisationId: 'org-acme',
    });
    expect((await servers.versions('com.example/weather')).filter(({ isLatest }) => isLatest)).toHaveLength(1);
  });

  it('stores revoked entries as revoked, so that they are never shown, and another version is the latest', async () => {
    const revocation = { id: 'r', reason: 'It spies.', at: 4_000 };
    revoked.set('com.example/weather@1.1.0', revocation);
    await absorb([entry('1.0.0'), entry('1.1.0')]);
    revoked.clear();
    expect(await servers.find('com.example/weather', '1.1.0')).toMatchObject({ revocation, isLatest: false });
    expect(await servers.list({ limit: 9, includeDeleted: false })).toMatchObject([
      { version: '1.0.0', isLatest: true },
    ]);
  });

  it('skips unchanged entries, so that followers of this registry see no change', async () => {
    await absorb([entry('1.0.0')]);
    const before = await servers.versions('com.example/weather');
    now = 9_000;
    expect(await absorb([entry('1.0.0')])).toEqual({ inserted: 0, updated: 0, refused: [] });
    expect(await servers.versions('com.example/weather')).toEqual(before);
  });

  it('follows a change of status, and of the latest with it', async () => {
    await absorb([entry('1.0.0'), entry('1.1.0')]);
    now = 9_000;
    const deleted = entry('1.1.0', {
      status: 'deleted',
      statusMessage: 'withdrawn',
      official: { status: 'deleted', updatedAt: '2026-02-01T00:00:00Z' },
    });
    expect(await absorb([deleted])).toMatchObject({ updated: 1 });
    expect(await servers.find('com.example/weather', '1.1.0')).toMatchObject({
      status: 'deleted',
      statusMessage: 'withdrawn',
      isLatest: false,
      updatedAt: 9_000,
    });
    expect((await servers.find('com.example/weather', 'latest'))?.version).toBe('1.0.0');
  });

  it('keeps the later one of a version that appears twice', async () => {
    const later = entry('1.0.0', { status: 'deprecated', official: { status: 'deprecated' } });
    expect(await absorb([entry('1.0.0'), later])).toMatchObject({ inserted: 1 });
    expect(await servers.find('com.example/weather', '1.0.0')).toMatchObject({ status: 'deprecated' });
  });

  it('rejects a name from another origin, and reports it', async () => {
    await absorb([entry('1.0.0')]);
    const other = { id: 'mirror-two', organisationId: 'org-acme' };
    expect(await absorb([entry('2.0.0')], other)).toEqual({
      inserted: 0,
      updated: 0,
      refused: ['com.example/weather: the name comes from another mirror'],
    });
  });

  it('rejects a name in a namespace with an owner here', async () => {
    const owned = { ...entry('1.0.0'), name: 'Acme/weather' };
    expect(await absorb([owned, entry('1.0.0')])).toEqual({
      inserted: 1,
      updated: 0,
      refused: ['Acme/weather: the namespace acme is owned here'],
    });
  });
});
