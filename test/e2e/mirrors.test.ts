import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const upstream = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'));

const serverJson = (version: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'example-org/weather',
  description: 'Weather of tomorrow.',
  version,
  packages: [
    {
      registryType: 'pypi',
      identifier: 'weather',
      version,
      transport: { type: 'stdio' },
      runtimeHint: 'node',
      runtimeArguments: [{ type: 'positional', value: upstream }],
      environmentVariables: [{ name: 'MEMORY_FILE_PATH', isRequired: true, description: 'where to keep the graph' }],
    },
  ],
});

describe('a mirror', () => {
  let origin: House;
  let follower: House;
  beforeAll(async () => {
    [origin, follower] = await Promise.all([startHouse(), startHouse()]);
    await origin.admin.post('/v1/namespaces', { name: 'example-org', visibility: 'public' });
  });
  afterAll(() => Promise.all([origin.stop(), follower.stop()]));

  const listed = async () => {
    const { body } = await follower.anonymous.get('/v0.1/servers?include_deleted=true');
    return (body as { servers: { server: { version: string }; _meta: Record<string, { status?: string }> }[] }).servers;
  };
  const official = 'io.modelcontextprotocol.registry/official';
  const own = 'io.assay/registry';
  const states = async () => (await listed()).map((it) => `${it.server.version} ${it._meta[official]?.status}`);

  it('takes everything, keeps the official block, and marks the origin', async () => {
    expect((await origin.admin.post('/v0.1/publish', serverJson('1.0.0'))).status).toBe(200);
    const added = await follower.admin.post('/v1/mirrors', { url: `${origin.url}/v0.1/` });
    expect(added).toMatchObject({ status: 201, body: { url: origin.url, state: 'waiting' } });
    await eventually(async () => ((await listed()).length === 1 ? true : undefined), 'the first walk');
    const [here] = await listed();
    const { body } = await origin.anonymous.get('/v0.1/servers');
    const [there] = (body as { servers: NonNullable<typeof here>[] }).servers;
    expect(here?.server).toEqual(there?.server);
    expect(here?._meta[official]).toEqual(there?._meta[official]);
    expect(JSON.stringify(here?._meta['io.assay/registry'])).toContain(origin.url);
  });

  it('follows changes, tombstones among them, also after a restart', async () => {
    await origin.admin.post('/v0.1/publish', serverJson('1.1.0'));
    await origin.admin.patch('/v0.1/servers/example-org%2Fweather/versions/1.0.0/status', { status: 'deleted' });
    await follower.restart();
    const { body } = await follower.admin.get('/v1/mirrors');
    const [mirror] = (body as { items: { id: string }[] }).items;
    expect((await follower.admin.post(`/v1/mirrors/${mirror?.id}/sync`, {})).status).toBe(202);
    await eventually(async () => ((await states()).includes('1.0.0 deleted') ? true : undefined), 'the tombstone');
    expect(await states()).toEqual(['1.0.0 deleted', '1.1.0 active']);
    expect(await follower.admin.get(`/v1/mirrors/${mirror?.id}`)).toMatchObject({
      body: { state: 'following', servers: 1, failures: 0, error: null },
    });
  });

  it('can be revoked here without an owner of its namespace: immediately, visible to followers, and lifted again', async () => {
    const { admin, anonymous } = follower;
    expect(await states()).toEqual(['1.0.0 deleted', '1.1.0 active']);
    const since = new Date().toISOString();
    const target = 'example-org/weather@^1.1';
    const revoked = await admin.post<{ id: string }>('/v1/revocations', { target, reason: 'It spies.' });
    expect(revoked).toMatchObject({ status: 201, body: { target, state: 'active' } });
    expect((await anonymous.get('/v0.1/servers/example-org%2Fweather/versions/1.1.0')).status).toBe(404);
    expect((await listed()).map((it) => it._meta[own])).toMatchObject([
      { origin: origin.url },
      { origin: origin.url, revocation: { id: revoked.body.id, reason: 'It spies.' } },
    ]);
    const changed = await anonymous.get(`/v0.1/servers?updated_since=${since}`);
    expect(changed.body).toMatchObject({ servers: [{ server: { version: '1.1.0' } }] });
    expect(await states()).toEqual(['1.0.0 deleted', '1.1.0 deleted']);
    expect((await admin.delete(`/v1/revocations/${revoked.body.id}`)).status).toBe(200);
    expect(await states()).toEqual(['1.0.0 deleted', '1.1.0 active']);
  });

  it('whose namespace is revoked here brings in nothing that shows', async () => {
    const target = 'example-org/*';
    const revoked = await follower.admin.post<{ id: string }>('/v1/revocations', { target, reason: 'It spies.' });
    expect(revoked.status).toBe(201);
    await origin.admin.post('/v0.1/publish', serverJson('1.2.0'));
    const { body } = await follower.admin.get('/v1/mirrors');
    const [mirror] = (body as { items: { id: string }[] }).items;
    await follower.admin.post(`/v1/mirrors/${mirror?.id}/sync`, {});
    const newest = () => states().then((all) => all.find((it) => it.startsWith('1.2.0')));
    expect(await eventually(newest, 'the new version')).toBe('1.2.0 deleted');
    expect((await follower.admin.delete(`/v1/revocations/${revoked.body.id}`)).status).toBe(200);
    expect(await newest()).toBe('1.2.0 active');
    for (const unknown of ['example-org/wheather', 'nobody.here/*', 'example-org/weather@release-9'])
      expect((await follower.admin.post('/v1/revocations', { target: unknown, reason: 'x' })).status).toBeGreaterThan(
        403,
      );
  });

  it('refuses to follow itself, an address twice, and what is no address', async () => {
    const post = (url: string) => follower.admin.post('/v1/mirrors', { url });
    expect(await post(follower.url)).toMatchObject({ status: 422 });
    expect(await post(origin.url)).toMatchObject({ status: 409 });
    expect(await post('ftp://x')).toMatchObject({ status: 422 });
    expect(await post('http://user:word@x.example')).toMatchObject({ status: 422 });
    const other = await follower.as('planner', { role: 'publisher' });
    expect(await other.get('/v1/mirrors')).toMatchObject({ status: 403 });
  });

  it("a listed server's tools are imported as tools, and called", async () => {
    await follower.admin.post('/v1/namespaces', { name: 'acme' });
    const source = { registry: { name: 'example-org/weather' } };
    expect(await follower.admin.post('/v1/imports', { namespace: 'acme', source })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { path: '/source/registry/values/MEMORY_FILE_PATH', message: 'is required (where to keep the graph)' },
        ],
      },
    });
    const absent = { registry: { name: 'example-org/weather', version: '1.0.0' } };
    expect(await follower.admin.post('/v1/imports', { namespace: 'acme', source: absent })).toMatchObject({
      status: 404,
    });
    const proposed = await follower.admin.post('/v1/imports', {
      namespace: 'acme',
      source: { registry: { name: 'example-org/weather', values: { MEMORY_FILE_PATH: join(follower.home, 'graph') } } },
    });
    expect(proposed.status).toBe(201);
    const { id, server, manifests } = proposed.body as { id: string; server: string; manifests: { name: string }[] };
    expect(server).toBe('acme/weather');
    expect(manifests.map((it) => it.name)).toContain('acme/weather.read_graph');
    await follower.admin.post(`/v1/imports/${id}/confirm`, { include: ['acme/weather.read_graph'] });
    const called = await follower.admin.post('/v1/invocations', {
      tool: 'acme/weather.read_graph',
      input: {},
    });
    expect(called).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });

  it('does not lend what is mirrored the trust of tools here that have its name', async () => {
    await follower.admin.post('/v1/namespaces', { name: 'example-org', visibility: 'public' });
    const values = { MEMORY_FILE_PATH: join(follower.home, 'other-graph') };
    const source = { registry: { name: 'example-org/weather', values } };
    const proposed = await follower.admin.post('/v1/imports', { namespace: 'example-org', source });
    const { id, server } = proposed.body as { id: string; server: string };
    expect(server).toBe('example-org/weather');
    const tool = 'example-org/weather.read_graph';
    expect((await follower.admin.post(`/v1/imports/${id}/confirm`, { include: [tool] })).status).toBe(200);
    expect((await follower.anonymous.get(`/v1/tools/${tool}`)).status).toBe(200);
    for (const it of await listed()) expect(it._meta[own]).toEqual({ origin: origin.url });
  });

  it('shows what came from it as deleted once it is given up', async () => {
    const { body } = await follower.admin.get('/v1/mirrors');
    const [mirror] = (body as { items: { id: string }[] }).items;
    expect((await follower.admin.delete(`/v1/mirrors/${mirror?.id}`)).status).toBe(204);
    expect(await follower.anonymous.get('/v0.1/servers')).toMatchObject({ body: { servers: [] } });
    expect((await listed()).map((it) => it._meta[official]?.status)).toEqual(['deleted', 'deleted', 'deleted']);
  });
});
