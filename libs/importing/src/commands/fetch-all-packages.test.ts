import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { confirmedBy, type Server } from '@assay/registry';
import { aNamespace, aServer } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { fetchAllPackages } from './fetch-all-packages.js';

const mcp = { command: 'npx', args: ['-y', 'tools'] };
const pins = { runner: 'npx', wish: 'tools', packages: [], lock: 'one' } as const;

it('fetches allowed packages, pins unpinned ones, and continues after a failure', async () => {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const record = (name: string, parts: Partial<Server> = {}) =>
    aServer({ id: `server-${name}`, name, mcp, confirmation: confirmedBy('principal-ann', 1, mcp), ...parts });
  for (const server of [
    record('broken'),
    record('new'),
    record('pinned', { packages: pins }),
    record('unconfirmed', { confirmation: null }),
    aServer({ id: 'server-web', name: 'web' }),
  ])
    await house.tools.addServer(server);
  await house.feed.caughtUp();
  const asked: string[] = [];
  const problems: string[] = [];
  const packages = {
    fetch: async ({ name }: Pick<Server, 'name'>) => {
      asked.push(name);
      return name === 'broken' ? fail('upstream_unavailable', 'No such package.') : ok(pins);
    },
  };
  const ports = { ...house.cataloguePorts, packages, onProblem: (name: string) => void problems.push(name) };
  await fetchAllPackages(ports, new AbortController().signal);
  await house.feed.caughtUp();
  expect([asked, problems]).toEqual([['broken', 'new', 'pinned'], ['acme/broken']]);
  expect(house.catalogue.server('acme/new')).toMatchObject({ packages: pins, updatedAt: 1 });
  expect(house.catalogue.server('acme/pinned')?.updatedAt).toBe(0);
  await fetchAllPackages(ports, AbortSignal.abort());
  expect(asked).toHaveLength(3);
});
