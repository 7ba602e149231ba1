import { aServerJson } from '@assay/gateway/testing';
import { Directory } from '@assay/identity';
import { FakeRandom } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { InMemoryRegistryServerStore } from '../testing/in-memory-registry-server-store.js';
import { absorbEntries } from './absorb-entries.js';
import { hideMirrored } from './hide-mirrored.js';

it('shows everything of a mirror as deleted, and nothing else', async () => {
  const servers = new InMemoryRegistryServerStore(() => 5_000);
  const random = new FakeRandom();
  const entries = Array.from({ length: 250 }, (_, n) => {
    const name = `com.example/server-${n}`;
    const server = aServerJson({ name, version: '1.0.0' });
    const official = n === 0 ? null : { status: 'active' };
    const parts = { statusMessage: null, publishedAt: null, statusChangedAt: null, updatedAt: null };
    return { name, version: '1.0.0', server, official, status: 'active' as const, ...parts };
  });
  const of = (id: string) => ({ id, organisationId: 'org-acme' });
  const revocation = { id: 'r', reason: 'It spies.', at: 4_000 };
  const revocationOf = (name: string) => (name.endsWith('-9') ? revocation : null);
  const ports = { servers, random, revocationOf, directory: new Directory() };
  await absorbEntries(ports, of('one'), entries.slice(0, 240));
  await absorbEntries(ports, of('two'), entries.slice(240));
  expect(await hideMirrored(servers, 'one', 'gone')).toBe(240);
  expect([await servers.countFrom('one'), await servers.countFrom('two')]).toEqual([0, 10]);
  expect(await servers.find('com.example/server-7', '1.0.0')).toMatchObject({
    status: 'deleted',
    statusMessage: 'gone',
    official: { status: 'deleted', statusMessage: 'gone' },
  });
  // It would reappear when its revocation is lifted.
  expect(await servers.find('com.example/server-9', '1.0.0')).toMatchObject({ status: 'deleted', revocation });
  expect((await servers.find('com.example/server-0', '1.0.0'))?.official).toBeNull();
  expect(await hideMirrored(servers, 'one', 'gone')).toBe(0);
});
