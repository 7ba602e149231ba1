import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope, Problem, ServerView } from '@assay/contracts';
import { type HttpUpstream, startUpstreamHttp, stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

const secrets = {
  header: 'header-4f8a91c2d7',
  environment: 'environment-93be07aa51',
  changed: 'changed-61d2ffb0c4',
  input: 'input-5c0e8d17f9',
  query: 'query-07b1ee64fa92c3',
  argument: 'argument-b52f90d1e7',
};

const aManifest = (parts: object) => ({
  ...{ name: 'acme/shown', version: '1.0.0', description: 'Shows.', inputSchema: { type: 'object' }, protocol: 'http' },
  ...{ endpoint: { url: 'https://api.example/x' }, ...parts },
});

let house: House;
let remote: HttpUpstream;
let key: string;

beforeAll(async () => {
  house = await startHouse();
  remote = await startUpstreamHttp();
  key = await house.key('carl');
  const { admin } = house;
  await admin.post('/v1/namespaces', { name: 'acme' });
  const headers = { authorization: `Bearer ${secrets.header}` };
  await importServer(admin, 'acme', { url: remote.url, headers }, 'remote');
  await importServer(admin, 'acme', { ...stdioUpstream(), env: { API_TOKEN: secrets.environment } }, 'local');
  await admin.post('/v1/servers', { name: 'acme/changing', mcp: stdioUpstream() });
  await admin.patch('/v1/servers/acme/changing', {
    mcp: { ...stdioUpstream('exits'), env: { SECRET_TOKEN: secrets.changed } },
  });
  const { command, args } = stdioUpstream();
  const secretArgs = [...args, `postgresql://app:${secrets.argument}@db.example/shop`, '--api-key', secrets.argument];
  await importServer(admin, 'acme', { url: `${remote.url}?api_key=${secrets.query}`, headers: {} }, 'queried');
  await importServer(admin, 'acme', { command, args: secretArgs }, 'argued');
  await house.client(key).post('/v1/invocations', { tool: 'acme/remote.echo', input: { message: secrets.input } });
  await house.client(key).post('/v1/invocations', { tool: 'acme/remote.echo', input: { password: secrets.input } });
  await admin.post('/v1/imports', { namespace: 'acme', source: { mcp: { url: remote.url, headers: 'bad' } } });
});
afterAll(async () => {
  await house.stop();
  await remote.stop();
});

/** What follows a key's prefix; it may hold underscores itself. */
const secretOf = (of: string) => of.split('_').slice(2).join('_');
const credentials = () => [
  secrets.header,
  secrets.environment,
  secrets.changed,
  secrets.query,
  secrets.argument,
  secretOf(key),
  secretOf(house.adminKey),
];
const found = (text: string) => credentials().filter((it) => text.includes(it as string));

describe('credentials of an upstream', () => {
  it('reach the upstream', async () => {
    const { body } = await house.admin.post<Envelope>('/v1/invocations', { tool: 'acme/local.whoami', input: {} });
    expect(body.output).toMatchObject({ env: { API_TOKEN: secrets.environment } });
  });

  it('are shown by no route: only their names', async () => {
    const shown = await house.admin.get<ServerView>('/v1/servers/acme/remote');
    expect(shown.body.mcp).toEqual({ url: remote.url, headers: ['authorization'] });
    const local = await house.admin.get<ServerView>('/v1/servers/acme/local');
    expect(local.body.mcp).toMatchObject({ env: ['API_TOKEN'] });
    const queried = await house.admin.get<ServerView>('/v1/servers/acme/queried');
    expect(queried.body.mcp).toEqual({ url: `${remote.url}?api_key=***`, headers: [] });
    const argued = await house.admin.get<ServerView>('/v1/servers/acme/argued');
    expect(argued.body.mcp).toMatchObject({
      args: expect.arrayContaining(['postgresql://app:***@db.example/shop', '--api-key', '***']),
    });
    const paths = [
      '/v1/servers',
      '/v1/tools?limit=200',
      '/v1/audit?limit=200',
      '/v1/keys',
      '/v1/me',
      '/openapi.json',
      '/v1/namespaces',
    ];
    const imports = await house.sql<{ id: string }>('SELECT id FROM imports');
    for (const path of [...paths, ...imports.map(({ id }) => `/v1/imports/${id}`)]) {
      const { status, body } = await house.admin.get(path);
      expect({ path, status, found: found(JSON.stringify(body)) }).toEqual({ path, status: 200, found: [] });
    }
  });

  it('in an address or an argument stay when a client sends back what it read', async () => {
    for (const name of ['queried', 'argued']) {
      const { body } = await house.admin.get<ServerView>(`/v1/servers/acme/${name}`);
      const { env: _, headers: __, ...mcp } = { env: 0, headers: 0, ...body.mcp };
      expect((await house.admin.patch(`/v1/servers/acme/${name}`, { mcp })).status).toBe(200);
      const call = { tool: `acme/${name}.echo`, input: { message: 'hello' } };
      expect((await house.admin.post<Envelope>('/v1/invocations', call)).body.status).toBe('succeeded');
    }
    const kept = house.application.domain.catalogue.server('acme/argued')?.mcp;
    expect(kept).toMatchObject({ args: expect.arrayContaining([secrets.argument]) });
    expect(house.application.domain.catalogue.server('acme/queried')?.mcp).toMatchObject({
      url: expect.stringContaining(secrets.query),
    });
  });

  it.each([
    ['/v1/servers', { name: 'acme/user', mcp: { url: 'https://ann:pw@api.example/mcp' } }, '/mcp/url'],
    [
      '/v1/servers',
      { name: 'acme/doc', http: { url: 'https://api.example', openapi: 'https://a:b@api.example/d' } },
      '/http/openapi',
    ],
    [
      '/v1/imports',
      { namespace: 'acme', source: { mcp: { url: 'https://ann:pw@api.example/mcp' } } },
      '/source/mcp/url',
    ],
    ['/v1/tools', aManifest({ endpoint: { url: 'https://ann:pw@api.example/x' } }), '/endpoint/url'],
    ['/v1/tools', aManifest({ endpoint: { url: 'https://api.example/x?api_key=abc123' } }), '/endpoint/url'],
    ['/v1/tools', aManifest({ testEndpoint: 'https://api.example/x?token=abc123' }), '/testEndpoint'],
    [
      '/v1/tools',
      aManifest({ security: { audit: 'self', evidenceUrl: 'https://a:b@c.example/' } }),
      '/security/evidenceUrl',
    ],
  ])('are refused where everybody would see them: %s %j', async (route, body, path) => {
    const { status, body: refused } = await house.admin.post<Problem>(route, body);
    expect({ status, paths: refused.errors?.map((it) => it.path) }).toEqual({ status: 422, paths: [path] });
    expect(JSON.stringify(refused)).not.toMatch(/ann:pw|abc123|a:b@/);
  });

  it('appear in no table of the database, nor do keys', async () => {
    const tables = await house.sql<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const rows = await house.sql(`SELECT it::text AS row FROM ${name} it`);
      // The answer of `whoami` is data of the caller's own call, kept in its envelope.
      const text = rows
        .map(({ row }) => row as string)
        .filter((row) => !row.includes('acme/local.whoami@'))
        .join('\n');
      expect({
        name,
        found: found(name.includes('invocations') ? text.replaceAll(/API_TOKEN[^,]*/g, '') : text),
      }).toEqual({ name, found: [] });
    }
  });

  it('cannot be opened without the key of the home, which is for its owner’s eyes only', () => {
    for (const name of ['encryption.key', 'admin.key'])
      expect({ name, mode: statSync(join(house.home, name)).mode & 0o777 }).toEqual({ name, mode: 0o600 });
    const files = readdirSync(house.home).filter(
      (name) => !name.endsWith('.key') && statSync(join(house.home, name)).isFile(),
    );
    for (const name of files) expect(found(readFileSync(join(house.home, name), 'utf8'))).toEqual([]);
  });

  it('stay away from messages when their server fails', async () => {
    const answer = await house.admin.post('/v1/imports', {
      namespace: 'acme',
      source: { mcp: { ...stdioUpstream('exits'), env: { SECRET_TOKEN: secrets.changed } } },
    });
    expect(answer.status).toBe(502);
    expect(found(JSON.stringify(answer.body))).toEqual([]);
  });
});

describe('the log', () => {
  it('holds requests but neither credentials nor inputs, on its most talkative level', () => {
    expect(house.logs()).toContain('"url":"/v1/invocations"');
    expect(found(house.logs())).toEqual([]);
    expect(house.logs()).not.toContain(secrets.input);
  });
});

describe('the audit log', () => {
  it('holds digests of inputs, not inputs', async () => {
    const { body } = await house.admin.get('/v1/audit?limit=200');
    expect(JSON.stringify(body)).toContain('argumentsDigest');
    expect(JSON.stringify(body)).not.toContain(secrets.input);
  });

  it('holds nothing secret in any of its tables, nor in an export or a receipt', async () => {
    const hidden = 'webhook-8d1f60b2ea';
    const { admin } = house;
    await admin.post('/v1/webhooks', { url: remote.url, kinds: ['revocation'], secret: `whsec_${hidden}` });
    await admin.post(`/v1/namespaces?token=${secrets.input}`, { name: 'acme2', password: secrets.input });
    const answer = await admin.post<Envelope>('/v1/invocations', {
      tool: 'acme/remote.echo',
      input: { message: secrets.input },
    });
    const headers = { authorization: `Bearer ${house.adminKey}` };
    const exported = await (await fetch(`${house.url}/v1/audit/export`, { headers })).text();
    const receipt = await admin.get(`/v1/invocations/${answer.body.id}/receipt`);
    const texts = [exported, JSON.stringify(receipt.body)];
    for (const table of ['audit_records', 'audit_groups', 'audit_checkpoints', 'audit_pending'])
      texts.push(JSON.stringify(await house.sql(`SELECT * FROM ${table}`)));
    expect(exported).toContain(answer.body.id);
    for (const text of texts)
      expect([...credentials(), secrets.input, hidden].filter((it) => text.includes(it as string))).toEqual([]);
  });
});
