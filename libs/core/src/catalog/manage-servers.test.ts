import { aCaller, aManifest, aNamespace, aVersion, SmallHouse } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { ManageServers } from './manage-servers.js';

const ann = aCaller();
const host = aCaller({}, ['registry:publish', 'hosts:command']);
const bob = aCaller({ id: 'principal-bob' });
const name = 'acme/orders';
const byUrl = { url: 'https://user:pass@acme.example/mcp?token=secret', headers: { Authorization: 'Bearer secret' } };
const byCommand = { command: 'node', args: ['--token', 'secret'], env: { TOKEN: 'secret' } };

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  return { house, servers: new ManageServers(house.cataloguePorts) };
}

describe('ManageServers', () => {
  it('registers once, and audits without a secret', async () => {
    const { house, servers } = await setUp();
    expect(await servers.register(ann, { name, mcp: byUrl })).toMatchObject({
      value: { namespace: 'acme', name: 'orders', stateless: false, mcp: byUrl, organisationId: 'org-acme' },
    });
    expect(house.catalogue.server(name)).toBeDefined();
    expect(await servers.register(ann, { name, mcp: byUrl })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('PATCH /v1/servers/acme/orders') },
    });
    await servers.register(host, { name: 'acme/local', mcp: byCommand });
    expect(house.actions).toEqual(['server.create acme/orders', 'server.create acme/local']);
    expect(JSON.stringify(house.audit.records)).not.toMatch(/secret|pass@/);
    expect(house.audit.records[0]?.details).toMatchObject({
      url: 'https://acme.example/mcp',
      headers: ['Authorization'],
    });
  });

  it('registers and moves HTTP APIs, whose credentials no audit record has', async () => {
    const { house, servers } = await setUp();
    const http = { url: 'https://api.example/v1', headers: { 'x-key': 'secret' }, query: { key: 'secret' } };
    expect(await servers.register(ann, { name, http })).toMatchObject({ value: { mcp: null, http, stateless: true } });
    const moved = { url: 'https://new.example', headers: { 'x-key': 'secret' } };
    expect(await servers.change(ann, name, { http: moved })).toMatchObject({ value: { http: moved } });
    for (const stateless of [true, false])
      expect(await servers.change(ann, name, { http: moved, stateless })).toMatchObject({
        error: { code: 'invalid_request', issues: [{ path: '/stateless' }] },
      });
    expect(JSON.stringify(house.audit.records)).not.toContain('secret');
    expect(house.audit.records[0]?.details).toEqual({ url: http.url, headers: ['x-key'], query: ['key'] });
  });

  it('keeps a server reached by what it was, and refuses addresses it could not send', async () => {
    const { servers } = await setUp();
    await servers.register(ann, { name, http: { url: 'https://api.example' } });
    await servers.register(ann, { name: 'acme/up', mcp: byUrl });
    expect(await servers.change(ann, name, { mcp: byUrl })).toMatchObject({ error: { issues: [{ path: '/mcp' }] } });
    expect(await servers.change(ann, 'acme/up', { http: { url: 'https://api.example' } })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/http' }] },
    });
    const headers = { host: 'evil.example', 'x-key': 'a\r\nb: c' };
    const refused = await servers.register(ann, { name: 'acme/api', http: { url: 'https://api.example', headers } });
    expect(refused).toMatchObject({
      error: { issues: [{ path: '/http/headers/x-key' }, { path: '/http/headers/host' }] },
    });
  });

  it('starts commands for nobody without the scope, neither newly nor by a change', async () => {
    const { house, servers } = await setUp();
    const refused = { error: { code: 'forbidden', message: expect.stringContaining('hosts:command') } };
    expect(await servers.register(ann, { name, mcp: byCommand })).toMatchObject(refused);
    await servers.register(host, { name, mcp: byCommand });
    expect(await servers.change(ann, name, { stateless: true })).toMatchObject(refused);
    await servers.register(ann, { name: 'acme/far', mcp: byUrl });
    expect(await servers.change(ann, 'acme/far', { mcp: byCommand })).toMatchObject(refused);
    expect(house.catalogue.server('acme/far')?.mcp).toEqual(byUrl);
  });

  it('changes what is given, and is later than before even within one millisecond', async () => {
    const { house, servers } = await setUp();
    await servers.register(ann, { name, mcp: byUrl });
    const before = house.catalogue.server(name)?.updatedAt as number;
    const moved = { url: 'https://new.example/mcp' };
    expect(await servers.change(ann, name, { mcp: moved })).toMatchObject({ value: { mcp: moved, stateless: false } });
    expect(await servers.change(ann, name, { stateless: true })).toMatchObject({
      value: { mcp: moved, stateless: true },
    });
    expect(house.catalogue.server(name)).toMatchObject({ mcp: moved, stateless: true, updatedAt: before + 2 });
  });

  it('is for owners of the namespace; for others the server is absent', async () => {
    const { house, servers } = await setUp();
    await servers.register(ann, { name, mcp: byUrl });
    const narrowed = aCaller({}, ['registry:publish'], ['globex']);
    for (const caller of [bob, narrowed, aCaller({ organisationId: 'org-other' })]) {
      expect(servers.find(caller, name)).toMatchObject({ error: { code: 'not_found' } });
      expect(servers.list(caller)).toEqual([]);
      expect(await servers.change(caller, name, { stateless: true })).toMatchObject({ error: { code: 'not_found' } });
      expect(await servers.remove(caller, name)).toMatchObject({ error: { code: 'not_found' } });
      expect(await servers.register(caller, { name: 'acme/mine', mcp: byUrl })).toMatchObject({
        error: { code: 'namespace_forbidden' },
      });
    }
    await servers.register(ann, { name: 'acme/a', mcp: byUrl });
    expect(servers.list(ann).map((it) => it.name)).toEqual(['a', 'orders']);
    expect(house.catalogue.server(name)?.stateless).toBe(false);
  });

  it('removes a server only when no tool lives on it', async () => {
    const { house, servers } = await setUp();
    await servers.register(ann, { name, mcp: byUrl });
    await servers.register(ann, { name: 'acme/empty', mcp: byUrl });
    const tools = Array.from({ length: 7 }, (_, i) => aVersion(aManifest({ name: `acme/t${i}` })));
    for (const version of tools) await house.tools.publish(version, 0);
    await house.feed.caughtUp();
    expect(await servers.remove(ann, name)).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/acme\/t4 and 2 more\. PATCH/) },
    });
    expect(await servers.remove(ann, 'acme/empty')).toMatchObject({ ok: true });
    expect(house.catalogue.server('acme/empty')).toBeUndefined();
    expect(house.actions.at(-1)).toBe('server.delete acme/empty');
  });
});
