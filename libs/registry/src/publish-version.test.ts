import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { PublishVersion } from './publish-version.js';
import { aCaller, aManifest, aNamespace, aServer, aVersion } from './testing/builders.js';

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

  it('gives a version the stage of the one whose promises it keeps, and a new major the sandbox', async () => {
    const { house, publish } = await setUp();
    const stageOf = async (version: string) => {
      const published = await publish.run(ann, aManifest({ version }));
      return published.ok && published.value.kind === 'published' ? published.value.version.stage : 'not published';
    };
    expect(await stageOf('1.0.0')).toBe('SANDBOX');
    const first = house.catalogue.version('acme/orders.create', '1.0.0');
    house.tools.amend(first?.id as string, (it) => ({ ...it, stage: 'GENERAL_AVAILABILITY' }));
    await house.feed.caughtUp();
    expect(await stageOf('1.0.1')).toBe('GENERAL_AVAILABILITY');
    expect(await stageOf('1.1.0')).toBe('GENERAL_AVAILABILITY');
    expect(await stageOf('2.0.0')).toBe('SANDBOX');
    expect(house.catalogue.version('acme/orders.create', '1.1.0')?.stage).toBe('GENERAL_AVAILABILITY');
  });

  // what happened to the namespace while the publication was on its way, how, code
  it.each<[string, (house: SmallHouse) => Promise<unknown>, string]>([
    [
      'went to another organisation',
      ({ ownership }) =>
        ownership.handOver({
          ...{ namespaceId: aNamespace().id, fromOrganisationId: 'org-acme', toOrganisationId: 'org-other' },
          ...{ ownerId: 'principal-rex', offeredAt: null, at: 0 },
        }),
      'namespace_forbidden',
    ],
    [
      'got another name',
      ({ ownership }) =>
        ownership.renameNamespace({
          ...{ organisationId: 'org-acme', from: 'acme', to: 'apex' },
          ...{ aliasId: 'a', at: 0, by: null },
        }),
      'conflict',
    ],
  ])('publishes nothing into a namespace that %s meanwhile, and says so', async (_, change, code) => {
    const { house } = await setUp();
    let isLate = true;
    const store: Pick<typeof house.tools, 'publish'> = {
      publish: async (version, besides) => {
        if (isLate) await change(house);
        isLate = false;
        return house.tools.publish(version, besides);
      },
    };
    const publish = new PublishVersion({ ...house.publishPorts, store: store as typeof house.tools });
    expect(await publish.run(ann, aManifest())).toMatchObject({ error: { code } });
    expect([...house.catalogue.tools()]).toEqual([]);
    expect(house.actions).toEqual([]);
  });

  it('takes the same content again as nothing new, whatever the order of its members', async () => {
    const { house, publish } = await setUp();
    const first = await publish.run(ann, aManifest());
    const again = await publish.run(ann, Object.fromEntries(Object.entries(aManifest()).reverse()));
    expect(again).toMatchObject({ value: { created: false } });
    expect(again).toMatchObject({
      value: { version: first.ok && first.value.kind === 'published' && first.value.version },
    });
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
    expect(publish.refusal(manifest)).toMatchObject({ code: 'version_conflict' });
    expect(publish.refusal(aManifest())).toBeUndefined();
    expect(publish.refusal(aManifest({ version: '1.0.1' }))).toBeUndefined();
  });

  it('publishes one of many different ones at once', async () => {
    const { house, publish } = await setUp();
    const texts = ['a', 'b', 'c', 'd'];
    const outcomes = await Promise.all(texts.map((description) => publish.run(ann, aManifest({ description }))));
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
    expect(house.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    expect(house.actions).toHaveLength(1);
  });

  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  const item = { type: 'string' };

  it('refuses a number that promises less change than there is, with each breaking path and the number that would do', async () => {
    const { house, publish } = await setUp();
    await publish.run(ann, aManifest());
    const inputSchema = object({ item: { type: 'string', maxLength: 5 }, amount: { type: 'integer' } }, [
      'item',
      'amount',
    ]);
    const refused = await publish.run(ann, aManifest({ version: '1.1.0', inputSchema }));
    expect(refused).toMatchObject({
      error: {
        code: 'understated_version',
        message: expect.stringContaining('Publish it as 2.0.0.'),
        data: { comparedWith: '1.0.0', requiredVersion: '2.0.0' },
      },
    });
    const paths = refused.ok ? [] : (refused.error.issues ?? []).map((it) => it.path);
    expect(paths.some((it) => it.startsWith('/inputSchema/properties/item'))).toBe(true);
    expect(paths.some((it) => it.includes('amount') || it.includes('required'))).toBe(true);
    expect(house.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    expect(await publish.run(ann, aManifest({ version: '2.0.0', inputSchema }))).toMatchObject({ ok: true });
  });

  it('fits a version published between two others to both of them', async () => {
    const { publish } = await setUp();
    const widened = object({ item, note: { type: 'string' } }, ['item']);
    await publish.run(ann, aManifest());
    await publish.run(ann, aManifest({ version: '1.2.0', inputSchema: widened }));
    const other = object({ item, colour: { type: 'string' } }, ['item']);
    expect(await publish.run(ann, aManifest({ version: '1.1.0', inputSchema: other }))).toMatchObject({
      error: { code: 'understated_version', data: { comparedWith: '1.2.0' } },
    });
    expect(await publish.run(ann, aManifest({ version: '1.1.0', inputSchema: widened }))).toMatchObject({ ok: true });
  });

  it('compares anew when others publish at the same time: of versions that do not fit together one is refused', async () => {
    const { publish, house } = await setUp();
    await publish.run(ann, aManifest());
    const one = aManifest({ version: '1.1.0', inputSchema: object({ item, a: { type: 'string' } }, ['item']) });
    const two = aManifest({ version: '1.2.0', inputSchema: object({ item, b: { type: 'string' } }, ['item']) });
    const outcomes = await Promise.all([publish.run(ann, one), publish.run(ann, two)]);
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
    expect(outcomes.find((it) => !it.ok)).toMatchObject({ error: { code: 'understated_version' } });
    expect(house.catalogue.tool('acme/orders.create')?.versions).toHaveLength(2);
  });

  it('holds what cannot be told for a reviewer, and publishes it once that very content is approved', async () => {
    const { publish, house } = await setUp();
    const cloudy = (pattern: string) => object({ item: { type: 'string', pattern } }, ['item']);
    await publish.run(ann, aManifest({ inputSchema: cloudy('^(a|b)+c?$') }));
    const next = aManifest({ version: '1.1.0', inputSchema: cloudy('^[ab]+(c|)$') });
    const held = await publish.run(ann, next);
    expect(held).toMatchObject({
      value: { kind: 'held', review: { kind: 'compatibility', subject: 'acme/orders.create@1.1.0', state: 'open' } },
    });
    expect(await publish.run(ann, next)).toEqual(held);
    expect(house.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    const review = held.ok && held.value.kind === 'held' ? held.value.review : undefined;
    await house.reviews.decide(review?.id ?? '', {
      state: 'approved',
      decidedBy: 'principal-bob',
      decidedAt: 1,
      reason: null,
    });
    expect(await publish.run(ann, { ...next, description: 'Other.' })).toMatchObject({ value: { kind: 'held' } });
    expect(await publish.run(ann, next)).toMatchObject({ value: { kind: 'published', created: true } });
  });

  it('holds a new tool whose name could be taken for a well-known one of others', async () => {
    const { publish, house } = await setUp();
    await house.identities.addNamespace(
      aNamespace({ id: 'n2', name: 'acne', organisationId: 'org-other', visibility: 'public', owners: [] }),
    );
    const known = aManifest({
      name: 'acne/orders.create',
      protocol: 'http',
      endpoint: { url: 'https://acne.example' },
    });
    await house.tools.publish(aVersion(known, { organisationId: 'org-other', usageCount: 500 }), 0);
    await house.feed.caughtUp();
    expect(await publish.run(ann, aManifest())).toMatchObject({
      value: {
        kind: 'held',
        review: {
          kind: 'look-alike',
          organisationId: 'org-acme',
          findings: [{ path: '/name', message: 'is one letter away from acne/orders.create' }],
        },
      },
    });
    const administrator = aCaller({ id: 'principal-root' }, ['admin', 'registry:publish']);
    expect(await publish.run(administrator, aManifest())).toMatchObject({ value: { kind: 'published' } });
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
