import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { commandDigest, confirmedBy, type Server } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aServer, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ManageServers } from './manage-servers.js';

const ann = aCaller();
const host = aCaller({}, ['registry:publish', 'hosts:command']);
const bob = aCaller({ id: 'principal-bob' });
const name = 'acme/orders';
const byUrl = { url: 'https://acme.example/mcp?token=secret', headers: { Authorization: 'Bearer secret' } };
const byCommand = { command: 'node', args: ['--token', 'secret'], env: { TOKEN: 'secret' } };

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  return { house, servers: new ManageServers(house.cataloguePorts) };
}

describe('ManageServers', () => {
  it('registers once, and audits without secrets', async () => {
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
    expect(JSON.stringify(house.audit.records)).not.toMatch(/secret/);
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

  it('keeps the transport kind of a server, and rejects addresses it could not send', async () => {
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

  it('rejects commands from callers without the scope, for new servers and changes', async () => {
    const { house, servers } = await setUp();
    const refused = { error: { code: 'forbidden', message: expect.stringContaining('hosts:command') } };
    expect(await servers.register(ann, { name, mcp: byCommand })).toMatchObject(refused);
    await servers.register(host, { name, mcp: byCommand });
    expect(await servers.change(ann, name, { stateless: true })).toMatchObject(refused);
    await servers.register(ann, { name: 'acme/far', mcp: byUrl });
    expect(await servers.change(ann, 'acme/far', { mcp: byCommand })).toMatchObject(refused);
    expect(house.catalogue.server('acme/far')?.mcp).toEqual(byUrl);
  });

  it('changes the given members, with a later time even within one millisecond', async () => {
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

  it('records the author of a command as its confirmation, until the command changes', async () => {
    const { house, servers } = await setUp();
    await servers.register(host, { name, mcp: byCommand });
    const first = house.catalogue.server(name)?.confirmation;
    expect(first).toEqual(confirmedBy('principal-ann', house.clock.now(), byCommand));
    await servers.change(host, name, { stateless: true });
    expect(house.catalogue.server(name)?.confirmation).toEqual(first);
    const other = { command: 'node', args: ['other.js'] };
    await servers.change(host, name, { mcp: other });
    expect(house.catalogue.server(name)?.confirmation?.digest).toBe(commandDigest(other));
    expect(await servers.change(ann, name, { confirm: true })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await servers.change(ann, name, { mcp: byUrl })).toMatchObject({
      value: { confirmation: null, isolation: null },
    });
    expect(await servers.change(host, name, { confirm: true })).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('confirms a record from before confirmations as it is', async () => {
    const { house, servers } = await setUp();
    await house.tools.addServer(aServer({ mcp: byCommand }));
    await house.feed.caughtUp();
    expect(await servers.change(host, name, { confirm: true })).toMatchObject({
      value: { mcp: byCommand, confirmation: { by: 'principal-ann', digest: commandDigest(byCommand) } },
    });
  });

  it("rejects commands from administrators of other organisations, whatever their key's scopes", async () => {
    const { house, servers } = await setUp();
    const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);
    await house.identities.addNamespace(
      aNamespace({ name: 'foreign', organisationId: 'org-other', owners: ['principal-eve'] }),
    );
    await house.feed.caughtUp();
    const refused = { error: { code: 'command_forbidden' } };
    expect(await servers.register(tenant, { name: 'foreign/a', mcp: byCommand })).toMatchObject(refused);
    await servers.register(tenant, { name: 'foreign/a', mcp: byUrl });
    expect(await servers.change(tenant, 'foreign/a', { mcp: byCommand })).toMatchObject(refused);
    const old = { namespace: 'foreign', organisationId: 'org-other', mcp: byCommand };
    await house.tools.addServer(aServer({ ...old, id: 'server-old', name: 'old' }));
    await house.feed.caughtUp();
    expect(await servers.change(tenant, 'foreign/old', { confirm: true })).toMatchObject(refused);
    expect(await servers.change(tenant, 'foreign/old', { stateless: true })).toMatchObject(refused);
    expect(await servers.change(tenant, 'foreign/old', { isolation: { network: 'open' } })).toMatchObject(refused);
    expect(await servers.change(tenant, 'foreign/old', { mcp: byUrl })).toMatchObject({ ok: true });
  });

  it('proposes the isolation of a command, merges settings into it, and audits it', async () => {
    const { house, servers } = await setUp();
    house.machine.has('folder', '/data').has('folder', '/more');
    const mcp = { command: 'serve', args: ['/data'] };
    const folders = [{ path: '/data', mode: 'rw' }];
    expect(await servers.register(host, { name, mcp })).toMatchObject({
      value: { isolation: { network: 'egress', folders } },
    });
    await servers.change(host, name, { isolation: { network: 'none', memoryMb: 512 } });
    expect(house.catalogue.server(name)?.isolation).toMatchObject({ network: 'none', memoryMb: 512, folders });
    expect(house.audit.records.at(-1)?.details).toMatchObject({ isolation: expect.stringContaining('network none') });
    // Another command gets its proposed profile, with the limits and the network of the former one.
    await servers.change(host, name, { mcp: { command: 'serve', args: ['/more'] } });
    expect(house.catalogue.server(name)?.isolation).toMatchObject({
      ...{ network: 'none', memoryMb: 512, folders: [{ path: '/more', mode: 'rw' }] },
    });
    expect(await servers.change(host, name, { isolation: { folders: [{ path: '/none', mode: 'ro' }] } })).toMatchObject(
      { error: { code: 'invalid_request', issues: [{ path: '/isolation/folders/0/path' }] } },
    );
    expect(await servers.register(ann, { name: 'acme/web', mcp: byUrl, isolation: {} })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/isolation' }] },
    });
  });

  it('reserves "off" for administrators of the installation, also when the command changes', async () => {
    const { house, servers } = await setUp();
    const root = aCaller({}, roles.administrator);
    const refused = { error: { code: 'command_forbidden' } };
    expect(await servers.register(host, { name, mcp: byCommand, isolation: 'off' })).toMatchObject(refused);
    expect(await servers.register(root, { name, mcp: byCommand, isolation: 'off' })).toMatchObject({
      value: { isolation: 'off' },
    });
    expect(await servers.change(host, name, { stateless: true })).toMatchObject({ value: { isolation: 'off' } });
    expect(await servers.change(host, name, { mcp: { command: 'sh' } })).toMatchObject(refused);
    expect(await servers.change(host, name, { isolation: { network: 'none' } })).toMatchObject({
      value: { isolation: { network: 'none' } },
    });
    expect(house.catalogue.server(name)?.isolation).toMatchObject({ network: 'none' });
  });

  it('pins the packages of a command when it is set, and keeps the pins until it is set again', async () => {
    const { house } = await setUp();
    const asked: unknown[] = [];
    const pins = { runner: 'npx', wish: 'a', packages: [], lock: '' } as const;
    const packages = {
      fetch: async (server: Pick<Server, 'packages'>) => {
        asked.push(server.packages);
        return ok(server.packages ?? pins);
      },
    };
    const servers = new ManageServers({ ...house.cataloguePorts, packages });
    expect(await servers.register(host, { name, mcp: byCommand })).toMatchObject({ value: { packages: pins } });
    await servers.change(host, name, { stateless: true });
    await servers.change(host, name, { mcp: byCommand });
    expect(asked).toEqual([null, pins, null]);
    const broken = { fetch: async () => fail('upstream_unavailable', 'No such package.') };
    const failing = new ManageServers({ ...house.cataloguePorts, packages: broken });
    expect(await failing.register(host, { name: 'acme/x', mcp: byCommand })).toMatchObject({
      error: { code: 'upstream_unavailable' },
    });
    expect(house.catalogue.server('acme/x')).toBeUndefined();
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
