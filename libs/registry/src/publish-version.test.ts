import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { PublishVersion } from './publish-version.js';
import { aCaller, aManifest, aNamespace, aServer, aVersion } from './testing/builders.js';

const ann = aCaller();

async function setUp() {
  const fixture = await SmallHouse.open();
  await fixture.identities.addNamespace(aNamespace());
  await fixture.tools.addServer(aServer());
  await fixture.feed.caughtUp();
  return { fixture, publish: new PublishVersion(fixture.publishPorts) };
}

describe('PublishVersion', () => {
  it('publishes a version that is visible and audited when it resolves', async () => {
    const { fixture, publish } = await setUp();
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
          publishedAt: fixture.clock.now(),
        },
      },
    });
    expect(fixture.catalogue.version('acme/orders.create', '1.0.0')).toBeDefined();
    expect(fixture.actions).toEqual(['tool.publish acme/orders.create@1.0.0+build.7']);
  });

  it('gives a version the stage of its compatible predecessor, and a new major the sandbox', async () => {
    const { fixture, publish } = await setUp();
    const stageOf = async (version: string) => {
      const published = await publish.run(ann, aManifest({ version }));
      return published.ok && published.value.kind === 'published' ? published.value.version.stage : 'not published';
    };
    expect(await stageOf('1.0.0')).toBe('SANDBOX');
    const first = fixture.catalogue.version('acme/orders.create', '1.0.0');
    fixture.tools.amend(first?.id as string, (it) => ({ ...it, stage: 'GENERAL_AVAILABILITY' }));
    await fixture.feed.caughtUp();
    expect(await stageOf('1.0.1')).toBe('GENERAL_AVAILABILITY');
    expect(await stageOf('1.1.0')).toBe('GENERAL_AVAILABILITY');
    expect(await stageOf('2.0.0')).toBe('SANDBOX');
    expect(fixture.catalogue.version('acme/orders.create', '1.1.0')?.stage).toBe('GENERAL_AVAILABILITY');
  });

  // change of the namespace during the publication, how, code
  it.each<[string, (fixture: SmallHouse) => Promise<unknown>, string]>([
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
  ])('publishes nothing into a namespace that %s meanwhile, and reports it', async (_, change, code) => {
    const { fixture } = await setUp();
    let isLate = true;
    const store: Pick<typeof fixture.tools, 'publish'> = {
      publish: async (version, besides) => {
        if (isLate) await change(fixture);
        isLate = false;
        return fixture.tools.publish(version, besides);
      },
    };
    const publish = new PublishVersion({ ...fixture.publishPorts, store: store as typeof fixture.tools });
    expect(await publish.run(ann, aManifest())).toMatchObject({ error: { code } });
    expect([...fixture.catalogue.tools()]).toEqual([]);
    expect(fixture.actions).toEqual([]);
  });

  it('accepts the same content again without a change, in any member order', async () => {
    const { fixture, publish } = await setUp();
    const first = await publish.run(ann, aManifest());
    const again = await publish.run(ann, Object.fromEntries(Object.entries(aManifest()).reverse()));
    expect(again).toMatchObject({ value: { created: false } });
    expect(again).toMatchObject({
      value: { version: first.ok && first.value.kind === 'published' && first.value.version },
    });
    expect(fixture.actions).toHaveLength(1);
  });

  // what, later manifest
  it.each([
    ['other content', aManifest({ description: 'Something else.' })],
    ['the same number with other build metadata', aManifest({ version: '1.0.0+2' })],
  ])('rejects %s under a published number, with both digests', async (_, manifest) => {
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

  it('publishes one of many concurrent different versions', async () => {
    const { fixture, publish } = await setUp();
    const texts = ['a', 'b', 'c', 'd'];
    const outcomes = await Promise.all(texts.map((description) => publish.run(ann, aManifest({ description }))));
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
    expect(fixture.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    expect(fixture.actions).toHaveLength(1);
  });

  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  const item = { type: 'string' };

  it('refuses a number that promises less change than there is, with each breaking path and the number that would do', async () => {
    const { fixture, publish } = await setUp();
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
    expect(fixture.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    expect(await publish.run(ann, aManifest({ version: '2.0.0', inputSchema }))).toMatchObject({ ok: true });
  });

  it('compares a version published between two others with both of them', async () => {
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

  it('compares again after a concurrent publication: of two incompatible versions one is rejected', async () => {
    const { publish, fixture } = await setUp();
    await publish.run(ann, aManifest());
    const one = aManifest({ version: '1.1.0', inputSchema: object({ item, a: { type: 'string' } }, ['item']) });
    const two = aManifest({ version: '1.2.0', inputSchema: object({ item, b: { type: 'string' } }, ['item']) });
    const outcomes = await Promise.all([publish.run(ann, one), publish.run(ann, two)]);
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
    expect(outcomes.find((it) => !it.ok)).toMatchObject({ error: { code: 'understated_version' } });
    expect(fixture.catalogue.tool('acme/orders.create')?.versions).toHaveLength(2);
  });

  it('holds undecided differences for a reviewer, and publishes the approved content', async () => {
    const { publish, fixture } = await setUp();
    const cloudy = (pattern: string) => object({ item: { type: 'string', pattern } }, ['item']);
    await publish.run(ann, aManifest({ inputSchema: cloudy('^(a|b)+c?$') }));
    const next = aManifest({ version: '1.1.0', inputSchema: cloudy('^[ab]+(c|)$') });
    const held = await publish.run(ann, next);
    expect(held).toMatchObject({
      value: { kind: 'held', review: { kind: 'compatibility', subject: 'acme/orders.create@1.1.0', state: 'open' } },
    });
    expect(await publish.run(ann, next)).toEqual(held);
    expect(fixture.catalogue.tool('acme/orders.create')?.versions).toHaveLength(1);
    const review = held.ok && held.value.kind === 'held' ? held.value.review : undefined;
    await fixture.reviews.decide(review?.id ?? '', {
      state: 'approved',
      decidedBy: 'principal-bob',
      decidedAt: 1,
      reason: null,
    });
    expect(await publish.run(ann, { ...next, description: 'Other.' })).toMatchObject({ value: { kind: 'held' } });
    expect(await publish.run(ann, next)).toMatchObject({ value: { kind: 'published', created: true } });
  });

  it('holds a new tool whose name resembles a well-known one of others', async () => {
    const { publish, fixture } = await setUp();
    await fixture.identities.addNamespace(
      aNamespace({ id: 'n2', name: 'acne', organisationId: 'org-other', visibility: 'public', owners: [] }),
    );
    const known = aManifest({
      name: 'acne/orders.create',
      protocol: 'http',
      endpoint: { url: 'https://acne.example' },
    });
    await fixture.tools.publish(aVersion(known, { organisationId: 'org-other', usageCount: 500 }), 0);
    await fixture.feed.caughtUp();
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

  it('reports every problem of a manifest', async () => {
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

  it('rejects publishers who do not own the namespace', async () => {
    const { fixture, publish } = await setUp();
    const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, ['admin', 'registry:publish']);
    expect(await publish.run(eve, aManifest())).toMatchObject({ error: { code: 'namespace_forbidden' } });
    expect(await publish.run(ann, aManifest({ name: 'nowhere/tool' }))).toMatchObject({
      error: { code: 'namespace_forbidden', data: { namespaces: ['acme'] } },
    });
    expect([...fixture.catalogue.tools()]).toEqual([]);
  });

  it('accepts a tool only on a server of its publisher', async () => {
    const { fixture, publish } = await setUp();
    await fixture.identities.addNamespace(
      aNamespace({ id: 'n2', name: 'globex', organisationId: 'org-other', owners: [] }),
    );
    await fixture.tools.addServer(
      aServer({ id: 's2', namespace: 'globex', name: 'bank', organisationId: 'org-other' }),
    );
    await fixture.feed.caughtUp();
    for (const server of ['acme/none', 'globex/bank', 'nowhere/x']) {
      expect(await publish.run(ann, aManifest({ endpoint: { server, tool: 't' } }))).toMatchObject({
        error: { code: 'invalid_manifest', issues: [{ path: '/endpoint/server' }] },
      });
    }
    const http = aManifest({ protocol: 'http', endpoint: { url: 'https://acme.example/orders' } });
    expect(await publish.run(ann, http)).toMatchObject({ ok: true });
  });
});
