import { aCaller, aManifest, aNamespace, aServer, SmallHouse } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { PublishVersion } from './publish-version.js';

const ann = aCaller();

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.tools.addServer(aServer());
  await house.feed.caughtUp();
  return { house, publish: new PublishVersion(house.publishPorts) };
}

describe('PublishVersion', () => {
  it('publishes what is seen and audited when it answers', async () => {
    const { house, publish } = await setUp();
    const published = await publish.run(ann, aManifest({ version: '1.0.0+build.7' }), 'sha256:upstream');
    expect(published).toMatchObject({
      ok: true,
      value: {
        created: true,
        version: {
          organisationId: 'org-acme',
          namespace: 'acme',
          tool: 'orders.create',
          version: '1.0.0+build.7',
          versionKey: '1.0.0',
          status: 'ACTIVE',
          stage: 'SANDBOX',
          upstreamDigest: 'sha256:upstream',
          publishedBy: 'principal-ann',
          publishedAt: house.clock.now(),
        },
      },
    });
    expect(house.catalogue.version('acme/orders.create', '1.0.0')).toBeDefined();
    expect(house.actions).toEqual(['tool.publish acme/orders.create@1.0.0+build.7']);
  });

  it('takes the same content again as nothing new, whatever the order of its members', async () => {
    const { house, publish } = await setUp();
    const first = await publish.run(ann, aManifest());
    const again = await publish.run(ann, Object.fromEntries(Object.entries(aManifest()).reverse()));
    expect(again).toMatchObject({ value: { created: false } });
    expect(again.ok && again.value.version).toBe(first.ok && first.value.version);
    expect(house.actions).toHaveLength(1);
  });

  // what, later manifest
  it.each([
    ['other content', aManifest({ description: 'Something else.' })],
    ['the same number with other build metadata', aManifest({ version: '1.0.0+2' })],
  ])('refuses %s under a published number, with both digests', async (_, manifest) => {
    const { publish } = await setUp();
    await publish.run(ann, aManifest());
    expect(await publish.run(ann, manifest)).toMatchObject({
      error: {
        code: 'version_conflict',
        message: expect.stringContaining('new number'),
        data: { published: expect.stringMatching(/^sha256:/), yours: expect.stringMatching(/^sha256:/) },
      },
    });
    expect(publish.conflict(manifest)).toMatchObject({ code: 'version_conflict' });
    expect(publish.conflict(aManifest())).toBeUndefined();
    expect(publish.conflict(aManifest({ version: '1.0.1' }))).toBeUndefined();
  });

  it('publishes one of many different ones at once', async () => {
    const { house, publish } = await setUp();
    const texts = ['a', 'b', 'c', 'd'];
    const outcomes = await Promise.all(texts.map((description) => publish.run(ann, aManifest({ description }))));
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
    expect(house.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    expect(house.actions).toHaveLength(1);
  });

  it('stamps the namespace’s organisation', async () => {
    const { publish } = await setUp();
    const admin = aCaller({ id: 'principal-root' }, ['admin']);
    expect(await publish.run(admin, aManifest())).toMatchObject({ value: { version: { organisationId: 'org-acme' } } });
  });

  it('tells every problem of a manifest', async () => {
    const { publish } = await setUp();
    const refused = await publish.run(ann, { ...aManifest(), version: '1', extra: 1 });
    expect(refused).toMatchObject({
      error: { code: 'invalid_manifest', message: expect.stringContaining('2 problems') },
    });
    expect(!refused.ok && refused.error.issues?.map((it) => it.path).sort()).toEqual(['/extra', '/version']);
    expect(await publish.run(ann, { ...aManifest(), extra: 1 })).toMatchObject({
      error: { message: expect.stringContaining('a problem') },
    });
  });

  it('keeps strangers out of a namespace', async () => {
    const { house, publish } = await setUp();
    const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, ['admin', 'registry:publish']);
    expect(await publish.run(eve, aManifest())).toMatchObject({ error: { code: 'namespace_forbidden' } });
    expect(await publish.run(ann, aManifest({ name: 'nowhere/tool' }))).toMatchObject({
      error: { code: 'namespace_forbidden', data: { namespaces: ['acme'] } },
    });
    expect([...house.catalogue.tools()]).toEqual([]);
  });

  it('lets a tool live only on a server of its publisher', async () => {
    const { house, publish } = await setUp();
    await house.identities.addNamespace(
      aNamespace({ id: 'n2', name: 'globex', organisationId: 'org-other', owners: [] }),
    );
    await house.tools.addServer(aServer({ id: 's2', namespace: 'globex', name: 'bank', organisationId: 'org-other' }));
    await house.feed.caughtUp();
    for (const server of ['acme/none', 'globex/bank', 'nowhere/x']) {
      expect(await publish.run(ann, aManifest({ endpoint: { server, tool: 't' } }))).toMatchObject({
        error: { code: 'invalid_manifest', issues: [{ path: '/endpoint/server' }] },
      });
    }
    const http = aManifest({ protocol: 'http', endpoint: { url: 'https://acme.example/orders' } });
    expect(await publish.run(ann, http)).toMatchObject({ ok: true });
  });
});
