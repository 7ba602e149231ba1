import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SmallHouse } from '@assay/gateway/testing';
import { type Deadline, ok } from '@assay/kernel';
import type { Kit } from '@assay/kit';
import { aCaller, aManifest, aServer, aVersion } from '@assay/registry/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { KitsUnderway } from './kits-underway.js';
import { PublishKits } from './publish-kits.js';

const home = mkdtempSync(join(tmpdir(), 'assay-kits-'));
afterAll(() => rmSync(home, { recursive: true }));

const kit = (name: string, missing: Kit['missing'] = async () => null): Kit => ({
  ...{ name, title: name, summary: `Does ${name}.`, version: '1.0.0', entry: `/kits/${name}.js`, stateless: true },
  ...{ arguments: () => [], profile: () => ({ network: 'none', folders: [] }), missing, tools: {} },
});

type Listing = (name: string, deadline: Deadline) => Promise<void>;

async function setUp(kits: readonly Kit[], chosen: 'all' | readonly string[] = 'all', list: Listing = async () => {}) {
  const house = await SmallHouse.open();
  const administrator = aCaller({}, ['admin']);
  const underway = new KitsUnderway();
  const [listed, warned]: [string[], unknown[]] = [[], []];
  const publishing = new PublishKits({
    ...{ ...house.identityPorts, catalogue: house.catalogue, kits },
    config: { filesRoots: [home], home, stateFolder: join(home, 'state'), kits: chosen },
    underway,
    installation: { administrator },
    log: { warn: (facts: unknown) => void warned.push(facts) },
    servers: { change: async () => Promise.reject(new Error('nothing is to be changed')) },
    imports: {
      propose: async (_: unknown, { server }: { server?: string }, deadline: Deadline) => {
        await list(server as string, deadline);
        listed.push(server as string);
        return ok({ id: server, proposals: [] });
      },
      confirm: async () => ok({ versions: [], reviews: [] }),
    },
  } as unknown as ConstructorParameters<typeof PublishKits>[0]);
  return { house, publishing, listed, warned, underway, administrator };
}

describe('PublishKits', () => {
  it('publishes the chosen kits in their order, while others do something else', async () => {
    const gate = Promise.withResolvers<void>();
    const { publishing, listed, warned, underway, administrator } = await setUp(
      [kit('data'), kit('files'), kit('git')],
      ['git', 'data', 'mail'],
      () => gate.promise,
    );
    publishing.start();
    expect(['data', 'files', 'git'].map((it) => publishing.isWaiting(it))).toEqual([true, false, true]);
    expect(listed).toEqual([]);
    expect(underway.notice(administrator)).toEqual([expect.stringContaining('being published (data, git)')]);
    expect(underway.notice({ organisationId: 'org-other' })).toEqual([]);
    expect(underway.notice({ organisationId: null })).toEqual([]);
    gate.resolve();
    await publishing.done;
    expect(listed).toEqual(['data', 'git']);
    expect(publishing.isWaiting('git')).toBe(false);
    expect(underway.notice(administrator)).toEqual([]);
    expect(warned).toEqual([{ kit: 'mail', kits: ['data', 'files', 'git'] }]);
  });

  it('reports what is missing or fails, and publishes the others', async () => {
    const { publishing, listed, warned } = await setUp(
      [kit('git', async () => 'Install git.'), kit('data'), kit('files')],
      'all',
      async (name) => (name === 'data' ? Promise.reject(new Error('it ended')) : undefined),
    );
    publishing.start();
    await publishing.done;
    expect(listed).toEqual(['files']);
    expect(warned).toEqual([
      { kit: 'git', missing: 'Install git.' },
      { kit: 'data', reason: 'it ended' },
    ]);
  });

  it('starts and checks nothing for a kit that is published in this version', async () => {
    const probed: string[] = [];
    const probe = async () => {
      probed.push('data');
      return null;
    };
    const { house, publishing, listed, warned } = await setUp([kit('data', probe)]);
    const endpoint = { server: 'assay/data', tool: 'query' };
    const manifest = aManifest({ name: 'assay/data.query', version: '1.0.0', endpoint, protocol: 'mcp' });
    const mcp = { command: process.execPath, args: ['/kits/data.js'] };
    await house.tools.addServer(aServer({ namespace: 'assay', name: 'data', mcp, isolation: 'off' }));
    await house.tools.publish(aVersion(manifest, { id: 'v', namespace: 'assay', tool: 'data.query' }), 0);
    await house.feed.caughtUp();
    publishing.start();
    await publishing.done;
    expect([listed, probed, warned]).toEqual([[], [], []]);
  });

  it('ends the listing under way when the server stops, and begins no other', async () => {
    const [begun, underWay] = [[] as string[], Promise.withResolvers<void>()];
    const { publishing, listed, warned } = await setUp([kit('data'), kit('files')], 'all', async (name, { signal }) => {
      begun.push(name);
      underWay.resolve();
      const ended = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => ended.reject(new Error('cancelled')));
      await ended.promise;
    });
    publishing.start();
    await underWay.promise;
    await publishing.stop();
    expect([begun, listed, warned]).toEqual([['data'], [], []]);
  });
});
