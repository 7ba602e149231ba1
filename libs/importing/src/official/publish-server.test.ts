import { aRemote, aServerJson, smallRegistry } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { PublicationBy } from './official-ports.js';
import { PublishServer, versionsCap } from './publish-server.js';
import { publisherOfToken } from './publisher.js';

const messages = (outcome: { ok: boolean; error?: { issues?: readonly { message: string }[] } }) =>
  outcome.error?.issues?.map(({ message }) => message);

describe('publishing a server', () => {
  it('stores it, makes it the latest, and audits the publisher', async () => {
    const { house, store, must, shown } = await smallRegistry();
    const first = await must({ zeta: 1, _meta: { other: 1 } });
    expect(first).toMatchObject({ organisationId: 'org-acme', status: 'active', isLatest: true, origin: null });
    expect(first.publishedAt).toBe(first.updatedAt);
    expect(first.server).toEqual({ ...aServerJson(), zeta: 1 });
    await must({ version: '2.0.0' });
    await must({ version: '1.5.0' });
    expect(await shown()).toEqual(['1.0.0 active', '1.5.0 active', '2.0.0 active latest']);
    expect((await store.find('com.example/server', '1.0.0'))?.updatedAt).toBeGreaterThan(first.updatedAt);
    expect(house.actions.at(-1)).toBe('registry.publish com.example/server@1.5.0');
    expect(house.audit.records.at(-1)?.details).toMatchObject({ by: 'key:ann' });
  });

  it('rejects an existing version, with the message clients expect', async () => {
    const { publish, ann, must } = await smallRegistry();
    await must();
    const again = await publish.run(ann, aServerJson({ description: 'Another.' }));
    expect(again).toMatchObject({ error: { code: 'invalid_manifest', message: 'Failed to publish server' } });
    expect(messages(again)).toEqual(['invalid version: cannot publish duplicate version']);
  });

  it('counts successful publications, per organisation or domain', async () => {
    const { ports, store, ann } = await smallRegistry();
    const by: PublicationBy[] = [];
    let givenBack = 0;
    const counting = (isRefused: boolean) =>
      new PublishServer({
        ...ports,
        count: async (one) => {
          by.push(one);
          if (isRefused) return fail('rate_limited', 'enough');
          return ok(async () => {
            givenBack += 1;
          });
        },
      });
    expect(await counting(true).run(ann, aServerJson())).toMatchObject({ error: { code: 'rate_limited' } });
    expect(await store.find('com.example/server', '1.0.0')).toBeUndefined();
    expect((await counting(false).run(ann, aServerJson())).ok).toBe(true);
    expect((await counting(false).run(ann, aServerJson())).ok).toBe(false);
    expect(givenBack).toBe(1);
    await counting(false).run(ann, { name: 'com.example/server' });
    const domain = publisherOfToken('dns', 'new.org', [{ action: 'publish', resource: 'org.new/*' }]);
    expect((await counting(false).run(domain, aServerJson({ name: 'org.new/server' }))).ok).toBe(true);
    expect(by).toEqual([...Array.from({ length: 3 }, () => ({ organisationId: 'org-acme' })), { domain: 'new.org' }]);
  });

  it('checks the shape, then the permission, then the rest', async () => {
    const { publish, ann } = await smallRegistry();
    const foreign = { name: 'org.other/server' };
    expect(await publish.run(ann, { ...foreign })).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await publish.run(ann, aServerJson({ ...foreign, version: '^1' }))).toMatchObject({
      error: {
        code: 'namespace_forbidden',
        message:
          'You do not have permission to publish this server. You have permission to publish: com.example/*. Attempting to publish: org.other/server',
      },
    });
    const nobody = publisherOfToken('dns', 'x', []);
    expect(await publish.run(nobody, aServerJson())).toMatchObject({
      error: { message: expect.stringContaining('publish: nothing yet.') },
    });
    const wrong = await publish.run(ann, aServerJson({ version: '^1', title: ' ' }));
    expect(wrong).toMatchObject({ error: { code: 'invalid_manifest' } });
    expect(messages(wrong)).toHaveLength(2);
  });

  it('accepts an address for one server only', async () => {
    const { publish, ann, must, setStatus } = await smallRegistry();
    await must(aRemote('https://example.com/mcp'));
    await must({ version: '2.0.0', ...aRemote('https://EXAMPLE.com:443/mcp') });
    const other = aServerJson({ name: 'com.example/other', ...aRemote('https://example.com:443/mcp') });
    expect(messages(await publish.run(ann, other))).toEqual([
      'remote URL https://example.com/mcp is already used by server com.example/server',
    ]);
    for (const version of ['1.0.0', '2.0.0']) await setStatus(version, { status: 'deleted' });
    expect((await publish.run(ann, other)).ok).toBe(true);
    expect(messages(await setStatus('1.0.0', { status: 'active' }))).toEqual([
      'remote URL https://example.com/mcp is already used by server com.example/other',
    ]);
  });

  it('rejects mirrored servers, and limits the number of versions', async () => {
    const { ports, ann, store, must } = await smallRegistry();
    const { id, ...rest } = await must({ name: 'com.example/first' });
    await store.change({ names: [] }, () => ({
      insert: [{ ...rest, id: 'mirrored', name: 'com.example/mirrored', origin: 'a-mirror' }],
      result: null,
    }));
    const mirrored = await new PublishServer(ports).run(
      ann,
      aServerJson({ name: 'com.example/mirrored', version: '2.0.0' }),
    );
    expect(messages(mirrored)?.[0]).toContain('mirrored from another registry');
    const full = {
      ...ports,
      store: {
        ...store,
        change: async (_: unknown, decide: (situation: never) => unknown) =>
          decide({
            at: 1,
            versions: new Map([
              [
                'com.example/server',
                Array.from({ length: versionsCap }, (_, at) => ({ origin: null, version: `${at}` })),
              ],
            ]),
            users: new Map(),
          } as never),
      },
    };
    const refused = await new PublishServer(full as never).run(ann, aServerJson());
    expect(messages(refused)).toEqual(['server com.example/server has the maximum of 10000 versions']);
  });

  it('lets a token publish in its proven namespaces, into the installation’s own organisation', async () => {
    const { publish, house } = await smallRegistry();
    const token = publisherOfToken('dns', 'example.org', [{ action: 'publish', resource: 'org.example/*' }]);
    const published = await publish.run(token, aServerJson({ name: 'org.Example/server' }));
    expect(published).toMatchObject({ ok: true, value: { organisationId: 'org-acme' } });
    expect(house.audit.records.at(-1)).toMatchObject({ principalId: null, details: { by: 'dns:example.org' } });
  });

  it('publishes a version covered by a revocation as revoked, and not as the latest', async () => {
    const { ports, ann, shown } = await smallRegistry();
    const covering = (name: string, version: string) =>
      name === 'com.example/server' && version === '2.0.0' ? { id: 'r1', reason: 'bad', createdAt: 5 } : undefined;
    const publish = new PublishServer({ ...ports, revocations: { covering: covering as never } });
    await publish.run(ann, aServerJson());
    const revoked = await publish.run(ann, aServerJson({ version: '2.0.0+build' }));
    expect(revoked).toMatchObject({ value: { isLatest: false, revocation: { id: 'r1', reason: 'bad', at: 5 } } });
    expect(await shown()).toEqual(['1.0.0 active latest', '2.0.0+build active']);
  });
});
