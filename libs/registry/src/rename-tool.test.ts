import { SmallHouse } from '@assay/gateway/testing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { describeEntry } from './entry.js';
import { RenameTool } from './rename-tool.js';
import { aCaller, aManifest, aNamespace, aVersion } from './testing/builders.js';

const ann = aCaller();

async function setUp() {
  const house = await SmallHouse.open();
  for (const name of ['acme', 'beta']) await house.identities.addNamespace(aNamespace({ name }));
  await house.tools.publish(aVersion(), 0);
  await house.tools.publish(aVersion(aManifest({ name: 'acme/other' })), 0);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const consumers = { of: async () => [{ organisationId: 'org-other', principalId: 'user' }] };
  const { catalogue } = house;
  const resemblances = {
    namespacesLike: () => [],
    toolsLike: (name: string) => (name === 'acme/0rders' ? [{ name: 'acne/orders' }] : []),
  };
  const { ownership } = house;
  const ports = { ...house.identityPorts, ownership, catalogue, consumers, notices, resemblances };
  return { house, notices, rename: new RenameTool(ports) };
}

describe('RenameTool', () => {
  it('keeps digests and the published content, and shows the current name', async () => {
    const { house, notices, rename } = await setUp();
    const before = aVersion();
    expect(await rename.run(ann, 'acme/orders.create', 'beta/orders')).toMatchObject({ value: { id: 'beta/orders' } });
    const version = house.catalogue.tool('acme/orders.create')?.versions[0];
    expect(version).toMatchObject({
      namespace: 'beta',
      tool: 'orders',
      manifest: { name: 'beta/orders' },
      publishedAs: 'acme/orders.create',
      manifestDigest: before.manifestDigest,
    });
    const trust = () => ({ score: 0.5, confidence: 0, view: 'inside' as const });
    const entry = version && describeEntry(version, house.directory, trust, house.catalogue.revocations, version);
    expect(entry).toMatchObject({ name: 'beta/orders', publishedAs: 'acme/orders.create' });
    expect(house.actions).toEqual(['tool.rename beta/orders']);
    expect(notices.sent).toMatchObject([
      { kind: 'tool.renamed', subject: 'beta/orders', to: [{ principalId: 'principal-ann' }, { principalId: 'user' }] },
    ]);
  });

  it('resolves former names of the tool and of its namespaces', async () => {
    const { house, rename } = await setUp();
    const { organisationId } = aNamespace();
    await house.ownership.renameNamespace({
      ...{ organisationId, from: 'beta', to: 'gamma' },
      ...{ aliasId: 'n', at: 0, by: null },
    });
    await house.feed.caughtUp();
    expect(await rename.run(ann, 'acme/orders.create', 'beta/orders')).toMatchObject({ value: { id: 'gamma/orders' } });
    expect(await rename.run(ann, 'acme/orders.create', 'acme/orders')).toMatchObject({ value: { id: 'acme/orders' } });
    expect(house.catalogue.tool('gamma/orders')?.id).toBe('acme/orders');
    expect(house.directory.aliases.ofTool('acme/orders')).toEqual(['acme/orders.create', 'gamma/orders']);
  });

  it('rejects a loop with the current meaning of the name', async () => {
    const { rename } = await setUp();
    await rename.run(ann, 'acme/orders.create', 'acme/orders');
    const loop = { error: { code: 'conflict', message: expect.stringContaining('former name of "acme/orders"') } };
    expect(await rename.run(ann, 'acme/orders', 'acme/orders.create')).toMatchObject(loop);
    const taken = { error: { code: 'conflict', message: expect.stringContaining('is, or was') } };
    expect(await rename.run(ann, 'acme/other', 'acme/orders.create')).toMatchObject(taken);
  });

  it('rejects moving a tool out of a revoked namespace', async () => {
    const { house, rename } = await setUp();
    const revocation = { id: 'r', organisationId: 'org-acme', namespace: 'acme', tool: null, range: null };
    const made = {
      ...revocation,
      reason: 'abuse',
      createdAt: 0,
      createdBy: null,
      cause: null,
      appeal: null,
      lifted: null,
    };
    house.catalogue.apply({ kind: 'revocation', id: 'r', state: made });
    expect(await rename.run(ann, 'acme/orders.create', 'beta/orders')).toMatchObject({ error: { code: 'conflict' } });
    expect((await rename.run(ann, 'acme/orders.create', 'acme/orders')).ok).toBe(true);
  });

  it.each([
    ['a name that is taken', ann, 'acme/orders.create', 'acme/other', 'conflict'],
    ['a name like a well-known one', ann, 'acme/other', 'acme/0rders', 'forbidden'],
    ['its own name', ann, 'acme/other', 'acme/other', 'conflict'],
    ['a tool that is not there', ann, 'acme/none', 'acme/x', 'not_found'],
    ['a namespace of somebody else', ann, 'acme/other', 'theirs/other', 'namespace_forbidden'],
    ['a stranger', aCaller({ id: 'principal-bob' }), 'acme/other', 'acme/x', 'namespace_forbidden'],
    ['a key narrowed to one of the two', aCaller({}, [], ['acme']), 'acme/other', 'beta/x', 'namespace_forbidden'],
  ])('refuses %s', async (_, caller, name, to, code) => {
    const { house, rename } = await setUp();
    expect(await rename.run(caller, name, to)).toMatchObject({ error: { code } });
    expect(house.actions).toEqual([]);
  });
});
