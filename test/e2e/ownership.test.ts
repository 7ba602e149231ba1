import { generateKeyPairSync, sign } from 'node:crypto';
import type {
  AuditRecordView,
  ConfirmedImport,
  CreatedKey,
  DiscoveryAnswer,
  EndorsementView,
  Entry,
  Envelope,
  GrantView,
  ImportView,
  Me,
  NamespaceView,
  Problem,
  ServerView,
  TeamView,
} from '@assay/contracts';
import { Assay, verifyEntry } from '@assay/sdk';
import { type DnsServer, type HttpUpstream, startDnsServer, startUpstreamHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

type Shown = NamespaceView & Problem;

let house: House;
let dns: DnsServer;
let remote: HttpUpstream;
let olga: Client;
let otto: Client;
/** An administrator of another organisation. */
let rival: Client;

beforeAll(async () => {
  dns = await startDnsServer();
  remote = await startUpstreamHttp();
  house = await startHouse({ ASSAY_DNS_SERVERS: dns.address });
  await house.admin.post('/v1/organisations', { name: 'rival' });
  olga = await house.as('olga', { role: 'publisher' });
  otto = await house.as('otto', { role: 'publisher' });
  rival = await house.as('rex', { role: 'administrator', organisation: 'rival' });
});
afterAll(async () => {
  await house.stop();
  await remote.stop();
  await dns.stop();
});

const claim = (client: Client, name: string, parts: object = {}) =>
  client.post<Shown>('/v1/namespaces', { name, ...parts });
const publish = (client: Client, name: string, parts: object = {}) =>
  client.post<Entry & Refusal>('/v1/tools', httpManifest(name, parts));
const show = (client: Client, tool: string) => client.get<Entry & Refusal>(`/v1/tools/${tool}`);
const rename = (client: Client, what: string, to: string) =>
  client.post<Entry & NamespaceView & Refusal>(`/v1/${what}/rename`, { to });
const audited = async (client: Client, subject: string) =>
  (await everyRow<AuditRecordView>(client, `/v1/audit?subject=${encodeURIComponent(subject)}`)).map((it) => it.action);

describe('a domain', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const proof = (parts: object = {}, at = Date.now()) => {
    const timestamp = new Date(at).toISOString();
    const signedTimestamp = sign(null, Buffer.from(timestamp), privateKey).toString('hex');
    return { method: 'dns', timestamp, signedTimestamp, ...parts };
  };

  it('that publishes a key gives its namespace, and those below it, to the holder of the key', async () => {
    dns.txt.set('example.com', ['v=spf1 -all', `v=MCPv1; k=ed25519; p=${key}`]);
    expect(await claim(olga, 'com.example')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const claimed = await claim(olga, 'com.example', { visibility: 'public', proof: proof() });
    expect(claimed).toMatchObject({
      status: 201,
      body: { name: 'com.example', proven: { method: 'dns', domain: 'example.com' }, owners: [{ name: 'olga' }] },
    });
    const shown = await house.anonymous.get<NamespaceView>('/v1/namespaces/com.example');
    expect(shown.body.proven).toMatchObject({ domain: 'example.com' });
    const below = await claim(olga, 'com.example.api', { proof: proof({ domain: 'example.com' }, Date.now() + 1) });
    expect(below).toMatchObject({ status: 201, body: { proven: { domain: 'example.com' } } });
    expect(await audited(house.admin, 'com.example')).toEqual(['namespace.create']);
  });

  it('gives nothing to a signature used before, made too early, or by another key', async () => {
    dns.txt.set('example.org', [`v=MCPv1; k=ed25519; p=${key}`]);
    const once = proof({}, Date.now() + 2);
    expect((await claim(olga, 'org.example', { proof: once })).status).toBe(201);
    const again = await claim(otto, 'org.example', { proof: once });
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining('used') } });
    const early = await claim(otto, 'org.example.x', { proof: proof({ domain: 'example.org' }, Date.now() - 60_000) });
    expect(early).toMatchObject({ status: 422, body: { errors: [{ path: '/proof/timestamp' }] } });
    const forged = await claim(otto, 'org.example.x', {
      proof: proof({ domain: 'example.org', signedTimestamp: 'ab'.repeat(64) }, Date.now() + 3),
    });
    expect(forged).toMatchObject({ status: 403, body: { detail: expect.stringContaining('example.org') } });
    const wrong = await claim(otto, 'net.example', { proof: proof({ domain: 'example.org' }, Date.now() + 4) });
    expect(wrong).toMatchObject({ status: 403, body: { detail: expect.stringContaining('org.example.*') } });
    expect((await house.admin.get('/v1/namespaces/net.example')).status).toBe(404);
  });

  it('is granted without proof by administrators of the installation only, not by other administrators to themselves', async () => {
    expect(await claim(rival, 'com.unproven')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await claim(rival, 'unproven');
    expect((await rename(rival, 'namespaces/unproven', 'com.unproven')).status).toBe(403);
    expect((await claim(house.admin, 'com.unproven')).status).toBe(201);
  });

  it('can be proven later, by an owner', async () => {
    dns.txt.set('later.example', [`v=MCPv1; k=ed25519; p=${key}`]);
    await claim(house.admin, 'example.later');
    const path = '/v1/namespaces/example.later/proof';
    expect((await otto.post(path, proof({}, Date.now() + 5))).status).toBe(403);
    const proven = await house.admin.post<Shown>(path, proof({}, Date.now() + 6));
    expect(proven).toMatchObject({ status: 200, body: { proven: { domain: 'later.example' } } });
  });

  it('says what to publish when it publishes no key', async () => {
    const none = await claim(olga, 'com.nothing', { proof: proof({}, Date.now() + 7) });
    expect(none).toMatchObject({ status: 403, body: { detail: expect.stringContaining('TXT record of nothing.com') } });
  });
});

describe('a team', () => {
  it('owns a namespace: its members publish, see and call, and stop when they leave', async () => {
    expect(await olga.post<TeamView>('/v1/teams', { name: 'payments' })).toMatchObject({
      status: 201,
      body: { name: 'payments', organisation: 'default', members: [{ name: 'olga' }], namespaces: [] },
    });
    await claim(olga, 'pay', { visibility: 'private' });
    await publish(olga, 'pay/refund');
    expect((await show(otto, 'pay/refund')).status).toBe(404);
    expect((await otto.post('/v1/teams/payments/members', { principal: 'otto' })).status).toBe(403);
    const added = await olga.post<TeamView>('/v1/teams/payments/members', { principal: 'otto' });
    expect(added.body.members.map((it) => it.name).sort()).toEqual(['olga', 'otto']);
    expect((await show(otto, 'pay/refund')).status).toBe(404);
    const owned = await olga.post<Shown>('/v1/namespaces/pay/members', { team: 'payments' });
    expect(owned).toMatchObject({ status: 200, body: { teams: ['payments'], owners: [{ name: 'olga' }] } });
    expect((await show(otto, 'pay/refund')).status).toBe(200);
    expect((await otto.get<Me>('/v1/me')).body.namespaces).toContain('pay');
    const colleague = await house.as('cleo');
    const narrowed = await house.as('olga', { role: 'publisher', namespaces: ['elsewhere'] });
    const named = (by: Client) => by.get<TeamView>('/v1/teams/payments').then(({ body }) => body.namespaces);
    expect([await named(otto), await named(colleague), await named(narrowed)]).toEqual([['pay'], [], []]);
    expect((await publish(otto, 'pay/refund', { version: '1.0.1' })).status).toBe(201);
    const found = await otto.post<DiscoveryAnswer>('/v1/discover', {
      query: 'creates an order',
      constraints: { minTrust: 0 },
    });
    expect(found.body.results.map((it) => it.tool)).toContain('pay/refund');
    expect((await olga.delete('/v1/teams/payments/members/otto')).status).toBe(200);
    expect((await show(otto, 'pay/refund')).status).toBe(404);
    expect((await publish(otto, 'pay/refund', { version: '1.0.2' })).status).toBe(403);
  });

  it('without members is no owner: the last way to a namespace is never closed', async () => {
    await olga.post('/v1/teams', { name: 'lonely' });
    await claim(olga, 'shed');
    await olga.post('/v1/namespaces/shed/members', { team: 'lonely' });
    expect((await olga.delete('/v1/namespaces/shed/members/olga')).status).toBe(200);
    for (const path of ['/v1/teams/lonely/members/olga', '/v1/teams/lonely', '/v1/namespaces/shed/teams/lonely']) {
      const refused = await olga.delete<Refusal>(path);
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('shed') } });
    }
    await olga.post('/v1/namespaces/shed/members', { principal: 'otto' });
    expect((await olga.delete('/v1/teams/lonely')).status).toBe(204);
    expect((await olga.get('/v1/teams/lonely')).status).toBe(404);
  });

  it('is its organisation’s own', async () => {
    expect((await rival.get('/v1/teams/payments')).status).toBe(404);
    expect((await rival.get<{ items: TeamView[] }>('/v1/teams')).body.items).toEqual([]);
    expect((await olga.post('/v1/teams', { name: 'payments' })).status).toBe(409);
    expect((await rival.post('/v1/teams', { name: 'payments' })).status).toBe(201);
    expect((await olga.post('/v1/teams', { name: 'No Such' })).status).toBe(422);
    expect((await house.anonymous.get('/v1/teams')).status).toBe(401);
    expect((await olga.post('/v1/namespaces/shed/members', { team: 'x', principal: 'y' })).status).toBe(422);
  });
});

describe('a renamed tool', () => {
  it('answers to both names, under its present one, with its digest and published name unchanged', async () => {
    await claim(olga, 'acme', { visibility: 'public' });
    await claim(olga, 'globex', { visibility: 'public' });
    const before = (await publish(olga, 'acme/orders')).body;
    expect(await rename(olga, 'tools/acme/orders', 'globex/sales')).toMatchObject({
      status: 200,
      body: { name: 'globex/sales', publishedAs: 'acme/orders', manifestDigest: before.manifestDigest },
    });
    for (const name of ['acme/orders', 'globex/sales']) {
      expect(await show(house.anonymous, name)).toMatchObject({ status: 200, body: { name: 'globex/sales' } });
      expect((await house.anonymous.get(`/v1/tools/${name}/versions/1.0.0`)).status).toBe(200);
      expect(await olga.get(`/v1/tools/${name}/resolve`)).toMatchObject({ status: 200, body: { id: before.id } });
    }
    const listed = await everyRow<Entry>(house.anonymous, '/v1/tools?namespace=acme');
    expect(listed).toEqual([]);
    const found = await olga.post<DiscoveryAnswer>('/v1/discover', {
      query: 'creates an order',
      constraints: { minTrust: 0 },
    });
    const names = found.body.results.map((it) => it.tool);
    expect([names.includes('globex/sales'), names.includes('acme/orders')]).toEqual([true, false]);
  });

  it('is published under its new name only, and its old versions are the same content under it', async () => {
    const refused = await publish(olga, 'acme/orders', { version: '1.0.1' });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('"globex/sales"') } });
    expect((await publish(olga, 'globex/sales')).status).toBe(200);
    expect((await publish(olga, 'globex/sales', { description: 'Something else.' })).status).toBe(409);
    const next = await publish(olga, 'globex/sales', { version: '1.0.1' });
    expect(next).toMatchObject({ status: 201, body: { publishedAs: null } });
    expect((await show(olga, 'acme/orders')).body.version).toBe('1.0.1');
  });

  it('keeps signatures that anybody can check against what was published', async () => {
    const keys = await new Assay({ url: house.url }).registryKeys();
    const entry = await new Assay({ url: house.url }).tools.version('acme/orders', '1.0.0');
    const trusted = keys.keys.map((it) => ({ publicKey: it.publicKey }));
    const verified = await verifyEntry(entry, { registry: trusted, publisher: [] });
    expect([entry.name, entry.publishedAs, verified.problems]).toEqual(['globex/sales', 'acme/orders', []]);
  });

  it('never makes a loop, and its names are nobody else’s', async () => {
    const back = await rename(olga, 'tools/globex/sales', 'acme/orders');
    expect(back).toMatchObject({ status: 409, body: { detail: expect.stringContaining('former name') } });
    await publish(olga, 'acme/other');
    expect((await rename(olga, 'tools/acme/other', 'acme/orders')).status).toBe(409);
    expect((await rename(olga, 'tools/acme/other', 'globex/sales')).status).toBe(409);
    expect((await rename(olga, 'tools/acme/other', 'acme/other')).status).toBe(409);
    expect((await rename(otto, 'tools/acme/other', 'acme/mine')).status).toBe(403);
    expect((await rename(olga, 'tools/acme/nothing', 'acme/some')).status).toBe(404);
    expect((await rename(olga, 'tools/acme/other', 'rivals/other')).status).toBe(403);
    expect((await rename(olga, 'tools/acme/orders', 'globex/final')).body).toMatchObject({ name: 'globex/final' });
    expect((await show(olga, 'acme/orders')).body.name).toBe('globex/final');
    expect(await audited(house.admin, 'globex/final')).toEqual(['tool.rename']);
  });
});

describe('a renamed namespace', () => {
  let caller: Client;
  let narrowed: Client;

  beforeAll(async () => {
    caller = await house.as('carl');
    await claim(house.admin, 'north', { visibility: 'private' });
    await importServer(house.admin, 'north', { url: remote.url }, 'up');
    await house.admin.post('/v1/grants', { principal: 'carl', tool: 'north/up.add', actions: ['call'] });
    narrowed = await house.as('nina', { role: 'administrator', namespaces: ['north'] });
    expect((await rename(house.admin, 'namespaces/north', 'south')).body).toMatchObject({
      name: 'south',
      formerNames: ['north'],
    });
  });

  it('takes its tools, servers, grants, endorsements and narrowed keys along', async () => {
    for (const name of ['north/up.add', 'south/up.add']) {
      const called = await caller.post<Envelope>('/v1/invocations', { tool: name, input: { a: 1, b: 2 } });
      expect(called).toMatchObject({ status: 200, body: { tool: 'south/up.add', output: { sum: 3 } } });
      expect((await house.admin.get<ServerView>(`/v1/servers/${name.split('.')[0]}`)).body.name).toBe('south/up');
    }
    const grants = await everyRow<GrantView>(house.admin, '/v1/grants');
    expect(grants.map((it) => it.tool)).toContain('south/up.add');
    const endorsements = await everyRow<EndorsementView>(house.admin, '/v1/endorsements');
    expect(endorsements.map((it) => it.tool)).toContain('south/up.add');
    expect((await narrowed.get<Me>('/v1/me')).body.namespaces).toEqual(['south']);
    expect((await show(narrowed, 'south/up.add')).status).toBe(200);
  });

  it('is found by its old name wherever a name is taken', async () => {
    expect((await house.admin.get<Shown>('/v1/namespaces/north')).body.name).toBe('south');
    const granted = await house.admin.post<GrantView>('/v1/grants', {
      ...{ principal: 'otto', tool: 'north/up.add', actions: ['call'] },
    });
    expect(granted).toMatchObject({ status: 201, body: { tool: 'south/up.add' } });
    expect((await house.admin.post('/v1/namespaces/north/members', { principal: 'otto' })).body).toMatchObject({
      name: 'south',
    });
    const server = await house.admin.post<ServerView>('/v1/servers', { name: 'north/down', mcp: { url: remote.url } });
    expect(server).toMatchObject({ status: 201, body: { name: 'south/down' } });
    const key = await house.admin.post<CreatedKey>('/v1/keys', {
      ...{ principal: { kind: 'agent', name: 'nora' }, role: 'reader', namespaces: ['north'] },
    });
    expect((await show(house.client(key.body.key), 'south/up.add')).status).toBe(200);
    const publisher = await house.as('otto', { role: 'publisher', namespaces: ['north'] });
    expect((await publisher.get<Me>('/v1/me')).body.namespaces).toEqual(['south']);
    expect(await importServer(house.admin, 'north', { url: remote.url }, 'up')).toEqual([]);
    const tools = await everyRow<Entry>(house.admin, '/v1/tools?namespace=north');
    expect(new Set(tools.map((it) => it.name.split('/')[0]))).toEqual(new Set(['south']));
    expect((await house.admin.delete<Refusal>('/v1/servers/south/up')).body.detail).toMatch(/tools use it/);
  });

  it('is confirmed under its new name when it was renamed while an import waited', async () => {
    await claim(olga, 'unsure');
    const source = { mcp: { url: remote.url } };
    const proposed = await olga.post<ImportView>('/v1/imports', { namespace: 'unsure', server: 'up', source });
    expect((await rename(olga, 'namespaces/unsure', 'certain')).status).toBe(200);
    const include = ['unsure/up.echo'];
    const confirmed = await olga.post<ConfirmedImport>(`/v1/imports/${proposed.body.id}/confirm`, { include });
    expect(confirmed).toMatchObject({ status: 200, body: { entries: [{ name: 'certain/up.echo' }] } });
    expect(confirmed.body.entries[0]?.upstreamDigest).toMatch(/^sha256:/);
  });

  it('keeps its old name for itself, and never makes a loop', async () => {
    for (const by of [olga, rival]) {
      expect(await claim(by, 'north')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
    const back = await rename(house.admin, 'namespaces/south', 'north');
    expect(back).toMatchObject({ status: 409, body: { detail: expect.stringContaining('former name') } });
    expect((await rename(olga, 'namespaces/shed', 'north')).status).toBe(403);
    expect((await rename(otto, 'namespaces/shed', 'north')).status).toBe(409);
    expect((await rename(otto, 'namespaces/shed', 'dotted.name')).status).toBe(403);
    expect((await rename(otto, 'namespaces/shed', 'SHED')).status).toBe(422);
    expect((await publish(house.admin, 'north/up.add')).status).toBe(409);
  });

  it('is the same after a restart, and through a chain of names', async () => {
    await rename(house.admin, 'namespaces/south', 'west');
    await house.restart();
    expect((await show(house.admin, 'north/up.add')).body.name).toBe('west/up.add');
    expect((await show(house.admin, 'south/up.add')).body).toMatchObject({
      name: 'west/up.add',
      publishedAs: 'north/up.add',
    });
    expect((await house.admin.get<Shown>('/v1/namespaces/west')).body.formerNames).toEqual(['north', 'south']);
  });
});

describe('a revocation', () => {
  const revoke = (target: string) => house.admin.post('/v1/revocations', { target, reason: 'It leaks.' });
  const called = async (tool: string) =>
    (await house.admin.post<Envelope & Refusal>('/v1/invocations', { tool, input: { a: 1, b: 1 } })).status;

  beforeAll(async () => {
    await claim(house.admin, 'leaky');
    await claim(house.admin, 'tight');
    await importServer(house.admin, 'leaky', { url: remote.url }, 'up');
  });

  it('follows a tool to its new name', async () => {
    expect((await revoke('leaky/up.add')).status).toBe(201);
    expect((await rename(house.admin, 'tools/leaky/up.add', 'tight/add')).status).toBe(200);
    for (const name of ['leaky/up.add', 'tight/add']) expect(await called(name)).toBe(410);
  });

  it('of a whole namespace follows it, and keeps its tools in', async () => {
    expect((await revoke('leaky/*')).status).toBe(201);
    expect((await rename(house.admin, 'tools/leaky/up.echo', 'tight/echo')).status).toBe(409);
    expect((await rename(house.admin, 'tools/leaky/up.echo', 'leaky/echo')).status).toBe(200);
    expect((await rename(house.admin, 'namespaces/leaky', 'sealed')).status).toBe(200);
    for (const name of ['leaky/up.echo', 'sealed/echo', 'leaky/echo']) expect(await called(name)).toBe(410);
  });
});
