import type { ConnectionView, CreateConnection, Envelope, Problem } from '@assay/contracts';
import { type ProtectedApi, startProtectedApi, stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

let house: House;
let api: ProtectedApi;
let carl: Client;
let dora: Client;

const planted = {
  caller: 'planted-caller-51f0aa93',
  shared: 'planted-shared-7c41be08',
  record: 'planted-record-90ab12cd',
};

const endorse = (name: string) =>
  house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });

/** Publishes a tool of `acme/api` that tells what its request carried. */
async function publish(name: string, auth: object, parts: object = {}): Promise<void> {
  const answer = await house.admin.post<Problem>('/v1/tools', {
    name: `acme/${name}`,
    version: '1.0.0',
    description: 'Tells what it was sent',
    inputSchema: { type: 'object' },
    protocol: 'http',
    endpoint: { server: 'acme/api', url: '/echo', method: 'GET' },
    annotations: { readOnlyHint: true },
    visibility: 'organisation',
    ...(Object.keys(auth).length > 0 && { auth }),
    ...parts,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  await endorse(name);
}

const call = (client: Client, tool: string) =>
  client.post<Envelope & Refusal>('/v1/invocations', { tool: `acme/${tool}`, input: {} });
const connect = (client: Client, credential: CreateConnection['credential'], parts: object = { server: 'acme/api' }) =>
  client.post<ConnectionView & Problem>('/v1/connections', { ...parts, credential });
const lastHeaders = () => api.requests.at(-1)?.headers ?? {};

beforeAll(async () => {
  [house, api] = await Promise.all([startHouse(), startProtectedApi()]);
  [carl, dora] = await Promise.all([house.as('carl'), house.as('dora')]);
  const { admin } = house;
  await admin.post('/v1/namespaces', { name: 'acme' });
  const headers = { authorization: `Bearer ${planted.record}`, 'x-team': 'blue' };
  await admin.post('/v1/servers', { name: 'acme/api', http: { url: api.origin, headers } });
  await publish('own', { upstream: 'caller' });
  await publish('common', { upstream: 'shared' });
  await publish('quiet', { upstream: 'none' });
  await publish('silent', {});
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

describe('a tool that is called with the caller’s own credential', () => {
  it('is refused to who has connected none, with the command that does; nothing of the gateway’s stands in', async () => {
    const before = api.requests.length;
    const { status, body } = await call(carl, 'own');
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'connection_needed' });
    expect(body.detail).toContain('assay connections add acme/api');
    expect(body).toMatchObject({ connection: { server: 'acme/api' } });
    expect(api.requests).toHaveLength(before);
    const dry = await carl.post<Problem>('/v1/invocations?dryRun=true', { tool: 'acme/own', input: {} });
    expect(dry.body.code).toBe('connection_needed');
  });

  it('carries it, and nothing of the record that would sign in; it is named in provenance, and taken out of the answer', async () => {
    const made = await connect(carl, { kind: 'bearer', token: planted.caller });
    expect(made).toMatchObject({
      status: 201,
      body: { server: 'acme/api', origin: api.origin, owner: 'carl', shared: false, kind: 'bearer', state: 'ready' },
    });
    const { status, body } = await call(carl, 'own');
    expect(status).toBe(200);
    expect(lastHeaders()).toMatchObject({ authorization: `Bearer ${planted.caller}`, 'x-team': 'blue' });
    expect(body.output).toMatchObject({ headers: { authorization: 'Bearer [hidden]' } });
    expect(body.provenance?.connection).toEqual({ id: made.body.id, shared: false });
    expect((await call(dora, 'own')).body.code).toBe('connection_needed');
    expect((await call(house.admin, 'own')).body.code).toBe('connection_needed');
  });

  it('is used by tools that declare nothing, and never by those that declare none', async () => {
    await call(carl, 'silent');
    expect(lastHeaders().authorization).toBe(`Bearer ${planted.caller}`);
    for (const [client, tool] of [
      [dora, 'silent'],
      [carl, 'quiet'],
    ] as const) {
      await call(client, tool);
      expect(lastHeaders().authorization).toBe(`Bearer ${planted.record}`);
    }
  });

  it('has one connection a server, shown to its owner alone', async () => {
    expect(await connect(carl, { kind: 'bearer', token: 'another' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const { body } = await carl.get<{ items: ConnectionView[] }>('/v1/connections');
    expect(body.items.map((it) => it.owner)).toEqual(['carl']);
    const id = body.items[0]?.id;
    for (const client of [dora, house.admin]) {
      expect((await client.get(`/v1/connections/${id}`)).status).toBe(404);
      expect((await client.delete(`/v1/connections/${id}`)).status).toBe(404);
    }
  });

  it('follows a rotation at once, and its removal', async () => {
    const { body } = await carl.get<{ items: ConnectionView[] }>('/v1/connections');
    const path = `/v1/connections/${body.items[0]?.id}`;
    const other = { kind: 'basic', username: 'carl', password: 'planted-password' } as const;
    expect(await carl.post(`${path}/rotate`, { credential: other })).toMatchObject({ status: 422 });
    const rotated = await carl.post(`${path}/rotate`, { credential: { kind: 'bearer', token: 'planted-rotated' } });
    expect(rotated.status).toBe(200);
    await call(carl, 'own');
    expect(lastHeaders().authorization).toBe('Bearer planted-rotated');
    expect((await carl.delete(path)).status).toBe(204);
    expect((await call(carl, 'own')).body.code).toBe('connection_needed');
  });

  it('does not follow a server that moved', async () => {
    const { admin } = house;
    await admin.post('/v1/servers', { name: 'acme/moving', http: { url: api.origin } });
    await publish(
      'moving.own',
      { upstream: 'caller' },
      { endpoint: { server: 'acme/moving', url: '/echo', method: 'GET' } },
    );
    const made = await connect(carl, { kind: 'bearer', token: planted.caller }, { server: 'acme/moving' });
    expect((await call(carl, 'moving.own')).status).toBe(200);
    const elsewhere = api.origin.replace('127.0.0.1', 'localhost');
    await admin.patch('/v1/servers/acme/moving', { http: { url: elsewhere } });
    const { body } = await call(carl, 'moving.own');
    expect(body.code).toBe('connection_needed');
    expect(body.detail).toContain(`has moved since you connected it`);
    expect(body.detail).toContain(made.body.id);
  });
});

describe('a shared credential', () => {
  it('is an administrator’s to give, for those it names', async () => {
    const credential = { kind: 'apiKey', in: 'header', name: 'x-api-key', value: planted.shared } as const;
    const parts = { server: 'acme/api', shared: true, principals: ['carl'] };
    expect(await connect(carl, credential, parts)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await connect(house.admin, credential, { ...parts, principals: ['nobody'] })).toMatchObject({ status: 404 });
    // The record holds something that its owner shares with everybody who may call the tool.
    expect((await call(carl, 'common')).status).toBe(200);
    const made = await connect(house.admin, credential, parts);
    expect(made).toMatchObject({ status: 201, body: { shared: true, principals: ['carl'] } });
    const { body } = await call(carl, 'common');
    expect(lastHeaders()).toMatchObject({ 'x-api-key': planted.shared });
    expect(lastHeaders().authorization).toBeUndefined();
    expect(body.provenance?.connection).toEqual({ id: made.body.id, shared: true });
    expect((await call(dora, 'common')).body.provenance?.connection).toBeUndefined();
    expect((await carl.delete(`/v1/connections/${made.body.id}`)).status).toBe(403);
  });

  it('is named where the upstream wants one and nobody shares any', async () => {
    await house.admin.post('/v1/servers', { name: 'acme/bare', http: { url: api.origin } });
    await publish('bare', { upstream: 'shared' }, { endpoint: { server: 'acme/bare', url: '/api/x', method: 'GET' } });
    const { body } = await call(carl, 'bare');
    expect(body.code).toBe('connection_needed');
    expect(body.detail).toContain('assay connections add acme/bare --shared');
  });
});

describe('places a credential travels in', () => {
  it('are query and cookie as the manifest says, for a tool without a server and of a named namespace only', async () => {
    const endpoint = { url: `${api.origin}/echo`, method: 'GET' };
    const scheme = { type: 'apiKey', in: 'query', name: 'key' };
    await publish('loose', { upstream: 'caller', scheme }, { endpoint });
    const { body } = await call(dora, 'loose');
    expect(body.detail).toContain(`assay connections add ${api.origin} --namespace acme`);
    const key = { kind: 'apiKey', value: planted.caller } as const;
    expect(await connect(dora, key, { origin: api.origin })).toMatchObject({ status: 422 });
    await house.admin.post('/v1/namespaces', { name: 'other', visibility: 'public' });
    const made = await connect(dora, key, { origin: api.origin, namespaces: ['other'] });
    expect({ status: made.status, code: (await call(dora, 'loose')).body.code }).toEqual({
      status: 201,
      code: 'connection_needed',
    });
    await dora.delete(`/v1/connections/${made.body.id}`);
    await connect(dora, key, { origin: api.origin, namespaces: ['acme'] });
    expect((await call(dora, 'loose')).status).toBe(200);
    expect(api.requests.at(-1)?.url).toBe(`/echo?key=${planted.caller}`);
    await publish('crumb', { upstream: 'caller', scheme: { ...scheme, in: 'cookie' } }, { endpoint });
    await call(dora, 'crumb');
    expect(lastHeaders().cookie).toBe(`key=${planted.caller}`);
    await publish('wrong', { upstream: 'caller', scheme: { type: 'basic' } }, { endpoint });
    expect((await call(dora, 'wrong')).body.detail).toContain(
      'it takes a name and password, and the connection holds an API key',
    );
  });

  it('are the variables of a command that its record names, one process a caller', async () => {
    const mcp = { ...stdioUpstream(), env: { API_TOKEN: '' } };
    await importServer(house.admin, 'acme', mcp, 'local');
    await endorse('local.whoami');
    const variable = (name: string) => ({ kind: 'apiKey', in: 'env', name, value: planted.caller }) as const;
    const refused = await connect(carl, variable('NODE_OPTIONS'), { server: 'acme/local' });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.detail).toContain('API_TOKEN');
    expect(await connect(carl, { kind: 'bearer', token: 'x' }, { server: 'acme/local' })).toMatchObject({
      status: 422,
    });
    expect((await connect(carl, variable('API_TOKEN'), { server: 'acme/local' })).status).toBe(201);
    const whoami = async (client: Client) => (await call(client, 'local.whoami')).body;
    // The output is where the tool shows its environment: what it echoes is hidden, what it was given is not empty.
    expect((await whoami(carl)).output).toMatchObject({ env: { API_TOKEN: '[hidden]' } });
    expect((await whoami(dora)).output).toMatchObject({ env: { API_TOKEN: '' } });
  });
});

describe('what was planted', () => {
  it('is nowhere but at the upstream: database, logs, audit, answers', async () => {
    const found = (text: string) => Object.values(planted).filter((it) => text.includes(it));
    const tables = await house.sql<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    for (const { name } of tables) {
      const rows = await house.sql(`SELECT it::text AS row FROM ${name} it`);
      // A record's own secrets are its owner's, and tools that echo them are too.
      const own = rows.map(({ row }) => String(row).replaceAll(planted.record, ''));
      expect({ name, found: found(own.join('\n')) }).toEqual({ name, found: [] });
    }
    expect(found(house.logs())).toEqual([]);
    for (const path of ['/v1/connections', '/v1/audit?limit=200', '/v1/servers', '/v1/notifications'])
      for (const client of [carl, house.admin])
        expect({ path, found: found(JSON.stringify((await client.get(path)).body)) }).toEqual({ path, found: [] });
  });
});
