import { generateKeyPairSync } from 'node:crypto';
import type {
  AuditRecordView,
  Entry,
  Envelope,
  GrantView,
  NamespaceView,
  NotificationView,
  Problem,
  PublisherKeyView,
  ServerView,
  TransferredNamespace,
} from '@assay/contracts';
import { aServerJson } from '@assay/gateway/testing';
import { type HttpUpstream, startUpstreamHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

type Shown = NamespaceView & Problem;

let house: House;
let remote: HttpUpstream;
/** Publishes in the organisation `default`. */
let owner: Client;
/** An administrator of the organisation `rival`. */
let admin: Client;

beforeAll(async () => {
  [house, remote] = await Promise.all([startHouse(), startUpstreamHttp()]);
  await house.admin.post('/v1/organisations', { name: 'rival' });
  owner = await house.as('olga', { role: 'publisher' });
  admin = await house.as('rex', { role: 'administrator', organisation: 'rival' });
  await house.as('carl');
});
afterAll(() => Promise.all([house.stop(), remote.stop()]));

const claim = (client: Client, name: string, parts: object = {}) =>
  client.post<Shown>('/v1/namespaces', { name, ...parts });
const publish = (client: Client, name: string, parts: object = {}) =>
  client.post<Entry & Refusal>('/v1/tools', httpManifest(name, parts));
const show = (client: Client, tool: string) => client.get<Entry & Refusal>(`/v1/tools/${tool}`);
const audited = async (client: Client, subject: string) =>
  (await everyRow<AuditRecordView>(client, `/v1/audit?subject=${encodeURIComponent(subject)}`)).map((it) => it.action);
const transfer = (client: Client, ns: string, body: object) =>
  client.post<TransferredNamespace & Refusal>(`/v1/namespaces/${ns}/transfer`, body);
const accept = (client: Client, ns: string) =>
  client.post<TransferredNamespace & Refusal>(`/v1/namespaces/${ns}/transfer/accept`, undefined);

describe('a transfer', () => {
  it('waits for an administrator of the other organisation, who then owns everything but the secrets', async () => {
    await claim(owner, 'given', { visibility: 'private' });
    await owner.post('/v1/servers', {
      name: 'given/up',
      mcp: { url: remote.url, headers: { authorization: 'Bearer s3cret' } },
    });
    await publish(owner, 'given/tool');
    const signing = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
    expect((await owner.post('/v1/namespaces/given/keys', { publicKey: signing })).status).toBe(201);
    await owner.post('/v1/grants', { principal: 'carl', tool: 'given/tool', actions: ['call'] });
    expect((await owner.post('/v0/publish', aServerJson({ name: 'given/server' }))).status).toBe(200);
    expect((await admin.get('/v1/namespaces/given')).status).toBe(404);
    const offered = await transfer(owner, 'given', { organisation: 'rival' });
    expect(offered).toMatchObject({
      status: 202,
      body: { organisation: 'default', transfer: { organisation: 'rival' } },
    });
    expect((await admin.get<Shown>('/v1/namespaces/given')).body).toMatchObject({
      owners: [],
      transfer: { owner: null },
    });
    expect((await show(admin, 'given/tool')).status).toBe(404);
    expect((await accept(house.admin, 'given')).status).toBe(404);
    const accepted = await accept(admin, 'given');
    expect(accepted).toMatchObject({
      status: 200,
      body: { organisation: 'rival', owners: [{ name: 'rex' }], transfer: null },
    });
    expect(accepted.body.warnings.join('\n')).toMatch(/given\/up.*\n.*grants/);
    const keys = await admin.get<{ items: PublisherKeyView[] }>('/v1/namespaces/given/keys');
    expect(keys.body.items).toMatchObject([{ retiredAt: expect.any(String) }]);
    const reports = await owner.get<{ items: NotificationView[] }>('/v1/notifications');
    expect(reports.body.items).toContainEqual(
      expect.objectContaining({ kind: 'namespace.transferred', subject: 'given' }),
    );
    expect((await show(admin, 'given/tool')).body).toMatchObject({ provider: 'rival' });
    expect((await publish(admin, 'given/tool', { version: '1.0.1' })).status).toBe(201);
    expect((await admin.get<ServerView>('/v1/servers/given/up')).body.mcp).toMatchObject({ headers: [] });
    for (const by of [owner, house.admin]) expect((await show(by, 'given/tool')).status).toBe(404);
    expect((await everyRow<GrantView>(house.admin, '/v1/grants')).map((it) => it.tool)).not.toContain('given/tool');
    for (const by of [house.admin, admin]) expect(await audited(by, 'given')).toContain('namespace.transfer');
    const kept = await house.sql<{ mcp: object }>("SELECT mcp FROM servers WHERE namespace = 'given'");
    expect(kept).toEqual([{ mcp: { url: remote.url } }]);
    const status = { status: 'deprecated' };
    expect((await admin.patch('/v0/servers/given%2Fserver/versions/1.0.0/status', status)).status).toBe(200);
    const changed = (by: Client) => everyRow<AuditRecordView>(by, '/v1/audit?action=registry.status');
    expect(await changed(admin)).toMatchObject([{ subject: 'given/server@1.0.0' }]);
    expect(await changed(house.admin)).toEqual([]);
  });

  it('parts tools from servers that go to somebody else: nobody calls with the credentials of others', async () => {
    await claim(owner, 'sold', { visibility: 'private' });
    await claim(owner, 'stays', { visibility: 'private' });
    await importServer(owner, 'sold', { url: remote.url }, 'up');
    expect((await owner.post('/v1/tools/sold/up.echo/rename', { to: 'stays/echo' })).status).toBe(200);
    const call = () =>
      owner.post<Envelope & Refusal>('/v1/invocations', { tool: 'stays/echo', input: { message: 'hello' } });
    expect((await call()).status).toBe(200);
    await transfer(owner, 'sold', { organisation: 'rival' });
    expect((await accept(admin, 'sold')).status).toBe(200);
    const headers = { authorization: 'Bearer of-the-rival' };
    expect((await admin.patch('/v1/servers/sold/up', { mcp: { url: remote.url, headers } })).status).toBe(200);
    expect(await call()).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    expect((await publish(owner, 'stays/echo', { version: '9.0.0' })).status).toBe(201);
    const other = await owner.post<Refusal>('/v1/tools', {
      ...httpManifest('stays/other'),
      ...{ protocol: 'mcp', endpoint: { server: 'sold/up', tool: 'echo' } },
    });
    expect(other).toMatchObject({ status: 422, body: { errors: [{ path: '/endpoint/server' }] } });
  });

  it('ends what the former owners had submitted for review, which would be in the way of the new ones', async () => {
    await claim(owner, 'waiting');
    const doubtful = (pattern: string) => ({ inputSchema: { type: 'object', properties: { a: { pattern } } } });
    await publish(owner, 'waiting/tool', doubtful('^a(b|c)*$'));
    expect((await publish(owner, 'waiting/tool', { version: '1.0.1', ...doubtful('^(a|b|c)*$') })).status).toBe(202);
    await transfer(owner, 'waiting', { organisation: 'rival' });
    await accept(admin, 'waiting');
    const theirs = await publish(admin, 'waiting/tool', { version: '1.0.1', ...doubtful('^(c|b|a)*$') });
    expect(theirs.status).toBe(202);
  });

  it('can be withdrawn and declined, and an offer that is over cannot be accepted', async () => {
    const clerk = await house.as('clara', { role: 'publisher', organisation: 'rival' });
    await claim(owner, 'kept');
    const answers = await Promise.all(
      ['nobody-there', 'rex'].map((name) => transfer(owner, 'kept', { organisation: 'rival', owner: name })),
    );
    for (const { status, body } of answers) expect([status, body.transfer?.owner]).toEqual([202, null]);
    await transfer(owner, 'kept', { organisation: 'rival', owner: 'rex' });
    expect((await admin.get<Shown>('/v1/namespaces/kept')).body.transfer?.owner).toBe('rex');
    expect((await clerk.delete('/v1/namespaces/kept/transfer')).status).toBe(403);
    expect((await owner.delete('/v1/namespaces/kept/transfer')).status).toBe(204);
    expect((await owner.delete('/v1/namespaces/kept/transfer')).status).toBe(409);
    expect((await accept(admin, 'kept')).status).toBe(404);
    await transfer(owner, 'kept', { organisation: 'rival' });
    expect((await admin.delete('/v1/namespaces/kept/transfer')).status).toBe(204);
    expect((await accept(admin, 'kept')).status).toBe(404);
    expect((await owner.get<Shown>('/v1/namespaces/kept')).body).toMatchObject({
      organisation: 'default',
      transfer: null,
    });
  });

  it('takes effect immediately for administrators of the installation, with an owner', async () => {
    await claim(owner, 'moved');
    const nobody = await transfer(house.admin, 'moved', { organisation: 'rival' });
    expect(nobody).toMatchObject({ status: 422, body: { errors: [{ path: '/owner' }] } });
    expect((await transfer(house.admin, 'moved', { organisation: 'rival', owner: 'olga' })).status).toBe(404);
    expect((await transfer(house.admin, 'moved', { organisation: 'nowhere', owner: 'rex' })).status).toBe(404);
    expect((await transfer(house.admin, 'moved', { organisation: 'default', owner: 'olga' })).status).toBe(409);
    const done = await transfer(house.admin, 'moved', { organisation: 'rival', owner: 'rex' });
    expect(done).toMatchObject({ status: 200, body: { organisation: 'rival', warnings: [] } });
    const back = await transfer(house.admin, 'moved', { organisation: 'default', owner: 'olga' });
    expect(back).toMatchObject({ status: 200, body: { organisation: 'default', owners: [{ name: 'olga' }] } });
  });
});
