import type { AuthorizationView, BreakerView, ConnectionView, Envelope, Problem } from '@assay/contracts';
import { type ProtectedApi, startProtectedApi } from '@assay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HttpApi } from '../fixtures/http-api.js';
import { type Said, startSayingUpstream } from '../fixtures/saying-upstream.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

type Answer = Envelope & Refusal & Pick<Problem, 'connection'>;

const fine: Said = { text: 'fine' };
const expired = 'planted-expired-token';
const resourcePath = '/.well-known/oauth-protected-resource/mcp';

let house: House;
let issuer: ProtectedApi;
let upstream: HttpApi;
let spare: HttpApi;
let ann: Client;
let bob: Client;
const documents = new Map<string, unknown>();
let says: (name: string, authorization: string, city: unknown) => Said = () => fine;

const challenge = (): Said => ({
  status: 401,
  headers: { 'www-authenticate': `Bearer resource_metadata="${upstream.url}${resourcePath}", scope="read"` },
});
const call = (client: Client, name: string, city = 'Ulm') =>
  client.post<Answer>('/v1/invocations', { tool: `acme/${name}`, input: { city } });
const ask = (client: Client, capability: string, city = 'Ulm') =>
  client.post<Answer>('/v1/invocations', { capability, input: { city }, deadlineMs: 20_000 });
const connect = (client: Client, parts: object) =>
  client.post<ConnectionView & Problem>('/v1/connections', {
    server: 'acme/guarded',
    credential: { kind: 'bearer', token: expired },
    ...parts,
  });
const openCircuits = async () => {
  const { body } = await house.admin.get<{ items: BreakerView[] }>('/v1/breakers');
  return body.items.filter((it) => it.state !== 'CLOSED').map((it) => it.tool);
};

beforeAll(async () => {
  [house, issuer] = await Promise.all([startHouse(), startProtectedApi()]);
  const answer = (name: string, { city }: { city?: unknown }, authorization = '') => says(name, authorization, city);
  upstream = await startSayingUpstream(
    ['read', 'shared', 'own', 'resource'],
    (name, input, { authorization }) => answer(name, input, authorization),
    documents,
  );
  documents.set(resourcePath, {
    resource: `${upstream.url}/mcp`,
    authorization_servers: [issuer.issuer],
    scopes_supported: ['read'],
  });
  spare = await startSayingUpstream(['spare'], () => fine);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: `${upstream.url}/mcp` }, 'guarded');
  await importServer(house.admin, 'acme', { url: `${spare.url}/mcp` }, 'other');
  [ann, bob] = [await house.as('ann'), await house.as('bob')];
  const published = await house.admin.post('/v1/tools', {
    name: 'acme/common',
    version: '1.0.0',
    description: 'Looks up what members may read together.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
    protocol: 'mcp',
    endpoint: { server: 'acme/guarded', tool: 'shared' },
    auth: { upstream: 'shared' },
    annotations: { readOnlyHint: true },
    visibility: 'organisation',
  });
  if (published.status !== 201) throw new Error(JSON.stringify(published.body));
  await house.admin.post('/v1/endorsements', { tool: 'acme/common', organisation: 'default' });
  for (const [name, tool] of [
    ['shared', 'common'],
    ['own', 'guarded.own'],
    ['resource', 'guarded.resource'],
  ]) {
    const levels = [{ tool: `acme/${tool}` }, { tool: 'acme/other.spare' }];
    const put = await house.admin.put(`/v1/fallbacks/data.${name}`, { levels, escalation: false });
    if (put.status !== 200) throw new Error(JSON.stringify(put.body));
  }
});
afterAll(() => Promise.all([house.stop(), issuer.stop(), upstream.stop(), spare.stop()]));
beforeEach(async () => {
  for (const client of [ann, bob, house.admin]) {
    const { body } = await client.get<{ items: ConnectionView[] }>('/v1/connections');
    for (const { id } of body.items) await client.delete(`/v1/connections/${id}`);
  }
});

describe('an upstream that wants a credential only when a tool is called', () => {
  it('is listed and imported without one, and its refusal begins the caller’s authorization', async () => {
    says = (_name, authorization) => (issuer.given.includes(authorization.replace('Bearer ', '')) ? fine : challenge());
    const refused = await call(ann, 'guarded.read');
    expect(refused).toMatchObject({ status: 403, body: { code: 'connection_needed' } });
    const { id, authorizeUrl } = refused.body.connection as { id: string; authorizeUrl: string };
    expect(refused.body.detail).toContain(`assay connections confirm ${id}`);

    const agreed = await fetch(authorizeUrl, { redirect: 'manual' });
    const page = await (await fetch(agreed.headers.get('location') ?? '')).text();
    const code = /class="code">([A-Z0-9-]+)</.exec(page)?.[1] ?? '';
    expect(await ann.post(`/v1/connections/${id}/confirm`, { code })).toMatchObject({ body: { state: 'ready' } });
    expect(await call(ann, 'guarded.read')).toMatchObject({ status: 200, body: { output: 'fine' } });
    expect((await call(bob, 'guarded.read')).body.code).toBe('connection_needed');
    expect(await openCircuits()).toEqual([]);
  });

  it('continues an authorization that was begun before, instead of beginning another, and holds up no tool that wants no credential', async () => {
    says = (name) => (name === 'read' ? challenge() : fine);
    const first = await call(ann, 'guarded.read');
    const { id } = first.body.connection as { id: string };
    const again = await ann.post<AuthorizationView & Problem>(`/v1/connections/${id}/authorize`, {});
    expect(again.status).toBe(200);
    await call(ann, 'guarded.read');
    const { body } = await ann.get<{ items: ConnectionView[] }>('/v1/connections');
    expect(body.items.map((it) => it.id)).toEqual([id]);
    expect((await call(ann, 'guarded.own')).status).toBe(200);
  });
});

describe('a credential that has expired', () => {
  beforeEach(() => {
    says = (_name, authorization) => (authorization === `Bearer ${expired}` ? { status: 401 } : fine);
  });

  it('moves on to the next level when it is shared, blames nobody, and tells its owner once', async () => {
    await connect(house.admin, { shared: true });
    for (let asked = 0; asked < 12; asked += 1)
      expect(await ask(ann, 'data.shared', `City${asked}`)).toMatchObject({
        status: 200,
        body: { level: 2, attempted: [{ outcome: 'failed', reason: 'credential_refused' }, { outcome: 'succeeded' }] },
      });
    expect(await openCircuits()).toEqual([]);
    const { body } = await house.admin.get<{ items: { kind: string }[] }>('/v1/notifications');
    expect(body.items.filter((it) => it.kind === 'connection.refused')).toHaveLength(1);
  });

  it('is for its caller to renew when it is the caller’s own: no other tool is asked instead', async () => {
    await connect(ann, {});
    // Only calls: a session that the gateway opens again in the background is none.
    const calls = () => spare.seen.filter(({ body }) => body.includes('"tools/call"')).length;
    const before = calls();
    const refused = await ask(ann, 'data.own');
    expect(refused).toMatchObject({ status: 424, body: { code: 'credential_refused' } });
    expect(calls()).toBe(before);
    expect(await ask(bob, 'data.own')).toMatchObject({ status: 200, body: { level: 1 } });
  });
});

describe('a resource that a credential may not read', () => {
  it('is the request’s trouble: no next level, no refused credential, no open circuit', async () => {
    says = (_name, _authorization, city) => (city === 'Secret' ? { status: 403 } : fine);
    await connect(ann, {});
    expect(await ask(ann, 'data.resource')).toMatchObject({ status: 200, body: { level: 1 } });
    for (let asked = 0; asked < 12; asked += 1)
      expect(await ask(ann, 'data.resource', 'Secret')).toMatchObject({
        status: 422,
        body: { code: 'upstream_rejected', error: { class: 'semantic' } },
      });
    expect(await ask(bob, 'data.resource')).toMatchObject({ status: 200, body: { level: 1 } });
    expect(await openCircuits()).toEqual([]);
  });
});
