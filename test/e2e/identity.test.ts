import type {
  CreatedKey,
  CreateKey,
  DiscoveryAnswer,
  GrantView,
  KeyView,
  Me,
  NamespaceView,
  Problem,
} from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let owner: Client;
/** An administrator of another organisation. */
let rival: Client;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/organisations', { name: 'rival' });
  owner = await house.as('olga', { role: 'publisher' });
  rival = await house.as('rex', { role: 'administrator', organisation: 'rival' });
  await owner.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await owner.post('/v1/tools', httpManifest('acme/orders', { capabilities: ['commerce.order'] }));
});
afterAll(() => house.stop());

const createKey = (body: Partial<CreateKey>, by = house.admin) =>
  by.post<CreatedKey & Problem>('/v1/keys', { principal: { kind: 'agent', name: 'someone' }, ...body });
const me = async (client: Client) => (await client.get<Me>('/v1/me')).body;

describe('a key', () => {
  it('is shown once, works at once, and says who is calling', async () => {
    const { status, body } = await createKey({ principal: { kind: 'service', name: 'mailer' }, role: 'publisher' });
    expect(status).toBe(201);
    expect(body.key).toMatch(new RegExp(`^assay_${body.prefix}_`));
    expect(await me(house.client(body.key))).toEqual({
      principal: { id: expect.any(String), kind: 'service', name: 'mailer' },
      organisation: 'default',
      scopes: ['registry:read', 'tools:call', 'registry:publish'],
      namespaces: [],
      clients: [],
    });
    const rows = await everyRow<KeyView>(house.admin, '/v1/keys?limit=3');
    expect(rows.find(({ id }) => id === body.id)).toMatchObject({ prefix: body.prefix, revokedAt: null });
    expect(JSON.stringify(rows)).not.toContain(body.key);
  });

  it('is kept as a digest only', async () => {
    const { body } = await createKey({ role: 'reader' });
    const [row] = await house.sql('SELECT * FROM api_keys WHERE id = $1', [body.id]);
    expect(JSON.stringify(row)).not.toContain(body.key.split('_')[2]);
    expect(row).toMatchObject({ prefix: body.prefix, hash: expect.stringMatching(/^sha256:/) });
  });

  it('stops at once when it is revoked', async () => {
    const { body } = await createKey({ role: 'reader' });
    const client = house.client(body.key);
    expect((await client.get('/v1/keys')).status).toBe(200);
    expect((await house.admin.delete(`/v1/keys/${body.id}`)).status).toBe(204);
    const refused = await client.get<Problem>('/v1/keys');
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', detail: expect.stringMatching(/revoked/) },
    });
    const rows = await everyRow<KeyView>(house.admin, '/v1/keys');
    expect(rows.find(({ id }) => id === body.id)?.revokedAt).toEqual(expect.any(String));
  });

  it('stops by itself when its time has come', async () => {
    const expiresAt = new Date(Date.now() + 400).toISOString();
    const { body } = await createKey({ role: 'reader', expiresAt });
    const client = house.client(body.key);
    const refused = await eventually(async () => {
      const answer = await client.get<Problem>('/v1/me');
      return answer.status === 401 ? answer : undefined;
    }, 'the key expires');
    expect(refused.body.detail).toMatch(/expired/);
    const past = await createKey({ role: 'reader', expiresAt: '2001-01-01T00:00:00Z' });
    expect(past).toMatchObject({ status: 422, body: { errors: [{ path: '/expiresAt' }] } });
  });

  it('may be revoked by its own principal, and by nobody else but an administrator', async () => {
    const mine = await createKey({ principal: { kind: 'agent', name: 'self' }, role: 'reader' });
    const client = house.client(mine.body.key);
    const others = await createKey({ role: 'reader' });
    expect((await client.delete(`/v1/keys/${others.body.id}`)).status).toBe(404);
    expect((await rival.delete(`/v1/keys/${others.body.id}`)).status).toBe(404);
    expect((await client.delete(`/v1/keys/${mine.body.id}`)).status).toBe(204);
    expect((await client.get('/v1/me')).status).toBe(401);
  });

  it('cannot give what its holder does not hold', async () => {
    const deputy = await house.as('deputy', { scopes: ['admin', 'registry:read'] });
    const beyond = await createKey({ role: 'publisher' }, deputy);
    expect(beyond).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(beyond.body.detail).toMatch(/registry:publish/);
    expect((await createKey({ scopes: ['orders:write'] }, deputy)).status).toBe(201);
    expect((await createKey({ role: 'reader' }, owner)).status).toBe(403);
  });

  it('that is narrowed reaches its namespaces only, and hands on no more', async () => {
    const narrowed = await house.as('olga', { role: 'administrator', namespaces: ['other'] });
    expect((await me(narrowed)).namespaces).toEqual([]);
    const published = await narrowed.post<Problem>('/v1/tools', httpManifest('acme/x'));
    expect(published).toMatchObject({ status: 403, body: { code: 'namespace_forbidden' } });
    expect(await narrowed.post('/v1/namespaces', { name: 'third' })).toMatchObject({ status: 403 });
    const wide = await createKey({ role: 'reader' }, narrowed);
    expect(wide).toMatchObject({ status: 403, body: { detail: expect.stringMatching(/restricted to other/) } });
    expect((await createKey({ role: 'reader', namespaces: ['other'] }, narrowed)).status).toBe(201);
  });

  it('lists show an organisation’s own, and to who administers nothing their own', async () => {
    const names = async (client: Client) =>
      new Set((await everyRow<KeyView>(client, '/v1/keys')).map((it) => it.principal.name));
    expect(await names(owner)).toEqual(new Set(['olga']));
    expect(await names(rival)).toEqual(new Set(['rex']));
    expect(await names(house.admin)).toEqual(expect.objectContaining({ size: expect.any(Number) }));
    expect((await names(house.admin)).has('rex')).toBe(true);
  });

  it.each([
    [{ role: 'reader', scopes: ['admin'] }, '/scopes'],
    [{}, '/scopes'],
    [{ role: 'emperor' }, '/role'],
    [{ role: 'reader', principal: { kind: 'agent', name: '' } }, '/principal/name'],
    [{ role: 'reader', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ role: 'reader', color: 'red' }, '/color'],
  ])('is refused from %j', async (body, path) => {
    const refused = await createKey(body as Partial<CreateKey>);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } });
    expect(refused.body.errors?.map((it) => it.path)).toContain(path);
  });

  it('for a known principal keeps its kind', async () => {
    expect(await createKey({ principal: { kind: 'user', name: 'olga' }, role: 'reader' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });
});

describe('who sends no good credential', () => {
  it.each([
    ['an unknown key', 'Bearer assay_abcdefghijkl_0123456789012345678901234567890123456789012'],
    ['another scheme', 'Basic Og=='],
    ['nothing behind the scheme', 'Bearer'],
    ['a token where no issuer is configured', 'Bearer a.b.c'],
  ])('but %s, gets 401 with WWW-Authenticate as a problem', async (_, authorization) => {
    const answer = await house.anonymous.get<Problem>('/v1/tools', { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated', status: 401 } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="assay"');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('and needs one, gets 401; who sends none where none is needed is anonymous', async () => {
    const refused = await house.anonymous.get('/v1/keys');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await me(house.anonymous)).toEqual({
      principal: null,
      organisation: null,
      scopes: [],
      namespaces: [],
      clients: [],
    });
  });
});

describe('an organisation', () => {
  it('is created by the installation’s administrators, once', async () => {
    expect(await house.admin.post('/v1/organisations', { name: 'third' })).toMatchObject({
      status: 201,
      body: { name: 'third' },
    });
    expect((await house.admin.post('/v1/organisations', { name: 'third' })).status).toBe(409);
    expect((await rival.post('/v1/organisations', { name: 'fourth' })).status).toBe(403);
    expect((await owner.post('/v1/organisations', { name: 'fourth' })).status).toBe(403);
    expect((await house.admin.post('/v1/organisations', { name: 'No Name' })).status).toBe(422);
  });

  it('has principals of its own: a name in one is nobody in another', async () => {
    const namesake = await house.as('olga', { role: 'publisher', organisation: 'rival' });
    expect(await me(namesake)).toMatchObject({ organisation: 'rival', namespaces: [] });
    expect((await createKey({ role: 'reader', organisation: 'default' }, rival)).status).toBe(404);
    expect((await createKey({ role: 'reader', organisation: 'nowhere' })).status).toBe(404);
  });
});

describe('a namespace', () => {
  it('belongs to who claims it first', async () => {
    expect(await owner.post('/v1/namespaces', { name: 'fresh' })).toMatchObject({
      status: 201,
      body: { name: 'fresh', organisation: 'default', visibility: 'organisation', owners: [{ name: 'olga' }] },
    });
    for (const client of [owner, rival, house.admin])
      expect(await client.post('/v1/namespaces', { name: 'fresh' })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    expect((await me(owner)).namespaces).toContain('fresh');
  });

  it('with a dot represents a domain, and needs an administrator', async () => {
    const refused = await owner.post<Problem>('/v1/namespaces', { name: 'shop.example' });
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringMatching(/ask an administrator/) } });
    expect((await house.admin.post('/v1/namespaces', { name: 'shop.example' })).status).toBe(201);
  });

  it.each(['Acme', '-a', 'a-', 'a b', '', 'x'.repeat(64), '.', 'ä'])('is refused when called "%s"', async (name) => {
    expect(await owner.post('/v1/namespaces', { name })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/name' }] },
    });
  });

  it('is shared with members, who publish from then on, and never left without an owner', async () => {
    const mate = await house.as('mate', { role: 'publisher' });
    await owner.post('/v1/namespaces', { name: 'shared' });
    expect((await mate.post('/v1/tools', httpManifest('shared/x'))).status).toBe(403);
    expect((await mate.post('/v1/namespaces/shared/members', { principal: 'mate' })).status).toBe(403);
    const added = await owner.post<NamespaceView>('/v1/namespaces/shared/members', { principal: 'mate' });
    expect(added.body.owners.map(({ name }) => name).sort()).toEqual(['mate', 'olga']);
    expect((await mate.post('/v1/tools', httpManifest('shared/x'))).status).toBe(201);
    expect((await mate.delete('/v1/namespaces/shared/members/olga')).status).toBe(200);
    expect((await owner.post('/v1/tools', httpManifest('shared/y'))).status).toBe(403);
    expect(await mate.delete('/v1/namespaces/shared/members/mate')).toMatchObject({ status: 409 });
    expect((await mate.post('/v1/namespaces/shared/members', { principal: 'rex' })).status).toBe(404);
    expect((await rival.patch('/v1/namespaces/shared', { visibility: 'public' })).status).toBe(403);
  });
});

describe('a stranger', () => {
  const answerOf = async (client: Client) =>
    await client.post<Problem>('/v1/invocations?dryRun=true', { tool: 'acme/orders', input: { item: 'tea' } });

  it('may call a young tool once its owner grants it, and no longer when that is withdrawn', async () => {
    const agent = await house.as('agent');
    const denied = await answerOf(agent);
    expect(denied).toMatchObject({ status: 403, body: { code: 'denied' } });
    expect(denied.body.detail).toMatch(/ask an administrator to endorse acme\/orders/);
    const grant = await owner.post<GrantView>('/v1/grants', {
      principal: 'agent',
      tool: 'acme/orders',
      actions: ['call'],
    });
    expect(grant).toMatchObject({ status: 201, body: { principal: 'agent', tool: 'acme/orders' } });
    expect((await answerOf(agent)).status).toBe(200);
    expect((await everyRow<GrantView>(owner, '/v1/grants')).map(({ id }) => id)).toContain(grant.body.id);
    expect((await rival.delete(`/v1/grants/${grant.body.id}`)).status).toBe(404);
    expect((await owner.delete(`/v1/grants/${grant.body.id}`)).status).toBe(204);
    expect((await answerOf(agent)).status).toBe(403);
  });

  it('may be a whole organisation, for a tool or for a capability', async () => {
    const agent = await house.as('far', { organisation: 'rival' });
    expect((await answerOf(agent)).status).toBe(403);
    const tool = await owner.post<GrantView>('/v1/grants', {
      organisation: 'rival',
      tool: 'acme/orders',
      actions: ['call'],
    });
    expect((await answerOf(agent)).status).toBe(200);
    await owner.delete(`/v1/grants/${tool.body.id}`);
    const capability = { organisation: 'rival', capability: 'commerce', actions: ['call'] };
    expect((await owner.post('/v1/grants', capability)).status).toBe(403);
    const whole = await house.admin.post<GrantView>('/v1/grants', capability);
    expect((await answerOf(agent)).status).toBe(200);
    await house.admin.delete(`/v1/grants/${whole.body.id}`);
    expect((await answerOf(agent)).status).toBe(403);
  });

  it('may call what an administrator endorsed for the organisation, and nobody endorses for another', async () => {
    const agent = await house.as('near', { organisation: 'rival' });
    expect((await house.admin.post('/v1/endorsements', { tool: 'acme/orders', organisation: 'rival' })).status).toBe(
      403,
    );
    const endorsed = await rival.post<{ id: string }>('/v1/endorsements', { tool: 'acme/orders' });
    expect(endorsed).toMatchObject({ status: 201, body: { organisation: 'rival', tool: 'acme/orders' } });
    expect((await rival.post<{ id: string }>('/v1/endorsements', { tool: 'acme/orders' })).body.id).toBe(
      endorsed.body.id,
    );
    expect((await answerOf(agent)).status).toBe(200);
    expect(await everyRow(agent, '/v1/endorsements')).toMatchObject([{ tool: 'acme/orders' }]);
    expect((await house.admin.delete(`/v1/endorsements/${endorsed.body.id}`)).status).toBe(404);
    expect((await rival.delete(`/v1/endorsements/${endorsed.body.id}`)).status).toBe(204);
    expect((await answerOf(agent)).status).toBe(403);
    expect((await rival.post('/v1/endorsements', { tool: 'acme/none' })).status).toBe(404);
  });

  it('is an administrator, too, unless the namespace is their own or the tool is endorsed', async () => {
    const found = async (id: string) => {
      const query = { query: `creates ${id.split('/')[1]} for a customer`, limit: 50 };
      const { body } = await house.admin.post<DiscoveryAnswer>('/v1/discover', query);
      return body.results.some(({ tool }) => tool === id);
    };
    const call = (tool: string) =>
      house.admin.post<Problem>('/v1/invocations?dryRun=true', { tool, input: { item: 'tea' } });
    const denied = await call('acme/orders');
    expect(denied).toMatchObject({ status: 403, body: { code: 'denied' } });
    expect(denied.body.detail).toContain('assay endorse acme/orders');
    expect(await found('acme/orders')).toBe(false);
    const endorsed = await house.admin.post<{ id: string }>('/v1/endorsements', { tool: 'acme/orders' });
    expect([(await call('acme/orders')).status, await found('acme/orders')]).toEqual([200, true]);
    await house.admin.delete(`/v1/endorsements/${endorsed.body.id}`);
    expect((await call('acme/orders')).status).toBe(403);

    await house.admin.post('/v1/namespaces', { name: 'mine' });
    await house.admin.post('/v1/tools', httpManifest('mine/invoices'));
    expect([(await call('mine/invoices')).status, await found('mine/invoices')]).toEqual([200, true]);
  });

  it('needs the scopes the tool requires, even with a grant', async () => {
    await owner.post('/v1/tools', httpManifest('acme/guarded', { auth: { scopes: ['orders:write'] } }));
    const input = { tool: 'acme/guarded', input: { item: 'tea' } };
    const without = await house.as('olga', { role: 'caller' });
    expect(await without.post('/v1/invocations?dryRun=true', input)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringMatching(/orders:write/) },
    });
    const holding = await house.as('olga', { scopes: ['tools:call', 'orders:write'] });
    expect((await holding.post('/v1/invocations?dryRun=true', input)).status).toBe(200);
  });
});
