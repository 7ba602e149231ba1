import { generateKeyPairSync, sign } from 'node:crypto';
import type { AuditRecordView, RevocationView } from '@assay/contracts';
import { type DnsServer, startDnsServer, stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aServerJson,
  officialOf,
  ownOf,
  RegistryClient,
  type RegistryListBody,
  type RegistryProblem,
} from '../conformance/registry-client.js';
import { httpManifest } from '../fixtures/manifests.js';
import { startOidcIssuer } from '../fixtures/oidc-issuer.js';
import { everyRow } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

let house: House;
let dns: DnsServer;
let anybody: RegistryClient;
let owner: RegistryClient;

beforeAll(async () => {
  dns = await startDnsServer();
  house = await startHouse({ ASSAY_DNS_SERVERS: dns.address });
  await house.admin.post('/v1/namespaces', { name: 'com.example', visibility: 'public' });
  anybody = new RegistryClient(house.url);
  owner = anybody.as(house.adminKey);
});

afterAll(async () => {
  await house.stop();
  await dns.stop();
});

const publish = async (parts: Parameters<typeof aServerJson>[0]) => {
  const answer = await owner.publish(aServerJson(parts));
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
};

describe('a login by DNS', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const body = (at = Date.now(), parts: object = {}) => {
    const timestamp = new Date(at).toISOString();
    const signed_timestamp = sign(null, Buffer.from(timestamp), privateKey).toString('hex');
    return { domain: 'example.net', timestamp, signed_timestamp, ...parts };
  };
  type Login = RegistryProblem & { registry_token: string; expires_at: number };
  const logIn = (login: object) => anybody.send<Login>('POST', '/v0/auth/dns', login);

  it('gives a token of five minutes that publishes under the domain, and nowhere else', async () => {
    dns.txt.set('example.net', [`v=MCPv1; k=ed25519; p=${key}`]);
    const { status, body: token } = await logIn(body());
    expect(status).toBe(200);
    expect(token.expires_at - Date.now() / 1_000).toBeLessThanOrEqual(300);
    const publisher = anybody.as(token.registry_token);
    for (const name of ['net.example/server', 'net.example.sub/server'])
      expect((await publisher.publish(aServerJson({ name }))).status).toBe(200);
    expect((await publisher.setAll('net.example/server', { status: 'deprecated' })).status).toBe(200);
    const elsewhere = await publisher.publish<RegistryProblem>(aServerJson({ name: 'com.example/server' }));
    expect([elsewhere.status, elsewhere.body.error]).toEqual([
      403,
      'You do not have permission to publish this server. You have permission to publish: net.example/*, net.example.*. Attempting to publish: com.example/server',
    ]);
    const records = await everyRow<AuditRecordView>(house.admin, '/v1/audit?subject=net.example/server@1.0.0');
    expect(records).toMatchObject([{ action: 'registry.publish', details: { by: 'dns:example.net' } }]);
  });

  it('needs a present signature by a published key, once', async () => {
    const once = body();
    expect((await logIn(once)).status).toBe(200);
    expect((await logIn(once)).status).toBe(400);
    const other = generateKeyPairSync('ed25519').privateKey;
    const timestamp = new Date(Date.now() + 1).toISOString();
    const forged = { timestamp, signed_timestamp: sign(null, Buffer.from(timestamp), other).toString('hex') };
    expect((await logIn(body(0, forged))).status).toBe(401);
    expect((await logIn(body(Date.now() - 60_000))).status).toBe(422);
    const unsigned = await logIn({ ...body(), signed_timestamp: 'no hex' });
    expect(unsigned.body).toMatchObject({ status: 422, errors: [{ location: 'body.signed_timestamp' }] });
    expect((await logIn({ domain: 'example.net' })).body.errors?.map(({ location }) => location)).toEqual([
      'body.timestamp',
      'body.signed_timestamp',
    ]);
  });
});

describe('a login by the configured issuer', () => {
  it('gives a token for the namespaces its bearer owns', async () => {
    const issuer = await startOidcIssuer('assay');
    const open = await startHouse({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'assay' });
    try {
      const registry = new RegistryClient(open.url);
      const oidc_token = await issuer.token({ sub: 'pat', scope: 'registry:publish registry:read' });
      type Login = RegistryProblem & { registry_token: string };
      const early = await registry.send<Login>('POST', '/v0.1/auth/oidc', { oidc_token });
      expect([early.status, early.body.error]).toEqual([403, expect.stringContaining('You own no namespace yet')]);
      await open.client(oidc_token).post('/v1/namespaces', { name: 'pats' });
      const { status, body } = await registry.send<Login>('POST', '/v0.1/auth/oidc', { oidc_token });
      expect(status).toBe(200);
      const pat = registry.as(body.registry_token);
      expect((await pat.publish(aServerJson({ name: 'pats/server' }))).status).toBe(200);
      expect((await registry.as(oidc_token).publish(aServerJson({ name: 'pats/direct' }))).status).toBe(200);
      const forged = await registry.send<Login>('POST', '/v0.1/auth/oidc', { oidc_token: await issuer.forged() });
      expect(forged.status).toBe(401);
      const weak = { oidc_token: await issuer.token({ sub: 'pat', scope: 'registry:read' }) };
      expect((await registry.send<Login>('POST', '/v0.1/auth/oidc', weak)).status).toBe(403);
    } finally {
      await open.stop();
      await issuer.stop();
    }
  });
});

describe('publishing', () => {
  it('gives an address to one server, also when two ask at once', async () => {
    const remotes = [{ type: 'streamable-http', url: 'https://shared.example.com/mcp' }];
    const names = ['com.example/left', 'com.example/right'];
    const answers = await Promise.all(
      names.map((name) => owner.publish<RegistryProblem>(aServerJson({ name, remotes }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = names[answers.findIndex(({ status }) => status === 200)] as string;
    expect(answers.find(({ status }) => status === 400)?.body.errors?.[0]?.message).toBe(
      `remote URL https://shared.example.com/mcp is already used by server ${winner}`,
    );
  });

  it('finds the one latest version, in whatever order many are published at once', async () => {
    const name = 'com.example/many-at-once';
    const versions = Array.from({ length: 20 }, (_, index) => `1.${(index * 7) % 20}.0`);
    await Promise.all(versions.map((version) => publish({ name, version })));
    const { body } = await anybody.get(`/v0.1/servers/${encodeURIComponent(name)}/versions`);
    expect(body.servers).toHaveLength(20);
    const latest = body.servers.filter((it) => officialOf(it).isLatest === true);
    expect(latest.map((it) => it.server.version)).toEqual(['1.19.0']);
    const times = body.servers.map((it) => officialOf(it).publishedAt);
    expect(new Set(times).size).toBe(20);
  });

  it('records who published, and shows it at once to every reader', async () => {
    await publish({ name: 'com.example/audited' });
    expect((await anybody.latest('com.example/audited')).status).toBe(200);
    const records = await everyRow<AuditRecordView>(house.admin, '/v1/audit?subject=com.example/audited@1.0.0');
    expect(records.map(({ action }) => action)).toEqual(['registry.publish']);
  });

  it('keeps the document as it was sent, odd text included', async () => {
    const sent = {
      ...aServerJson({ name: 'com.example/odd' }),
      description: 'Ünïcödé \u0000 \ud800',
      zeta: { b: 1, a: [] },
    };
    const answer = await owner.publish(sent);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body.server)).toBe(JSON.stringify(sent));
  });

  it('never answers 500, whatever is sent', async () => {
    const odd: unknown[] = ['null', '[]', '"text"', '{}', '{', '', '[[[[', '{"name":{}}', '{"__proto__":1}', '\u0000'];
    for (const text of odd) {
      for (const path of ['/publish', '/validate', '/auth/dns', '/auth/oidc'])
        expect((await owner.send('POST', `/v0.1${path}`, text)).status).not.toBe(500);
      expect((await owner.send('PATCH', '/v0.1/servers/com.example%2Fodd/status', text)).status).not.toBe(500);
    }
    const odds = ['%00', 'a%00b', '%F0%9F%98%80', '%ED%A0%80', "'", '%25', '..', '%2F', 'a%2Fb%2Fc', 'x'.repeat(900)];
    for (const name of odds) {
      for (const path of [
        `/servers/${name}/versions`,
        `/servers/a/versions/${name}`,
        `/servers/${name}/versions/latest`,
      ])
        expect([path, (await anybody.get(`/v0.1${path}`)).status]).not.toEqual([path, 500]);
      for (const parameter of ['cursor', 'search', 'version', 'updated_since', 'limit', 'include_deleted'])
        expect([parameter, name, (await anybody.get(`/v0.1/servers?${parameter}=${name}`)).status]).not.toEqual([
          parameter,
          name,
          500,
        ]);
      expect((await anybody.get(`/v0.1/servers?search=${name}&search=b`)).status).not.toBe(500);
    }
    const message = await owner.setStatus<RegistryProblem>('com.example/odd', '1.0.0', {
      status: 'deprecated',
      statusMessage: '\u0000',
    });
    expect(message.status).toBe(422);
  });
});

describe('validating', () => {
  const validate = (body: unknown) =>
    anybody.send<{ valid: boolean; issues: { type: string; path: string; severity: string; reference: string }[] }>(
      'POST',
      '/v0.1/validate',
      body,
    );

  it('always answers 200 with a verdict', async () => {
    expect(await validate(aServerJson())).toMatchObject({ status: 200, body: { valid: true, issues: [] } });
    expect(await validate('{"name":')).toMatchObject({
      status: 200,
      body: { valid: false, issues: [{ type: 'json' }] },
    });
    expect(await validate('['.repeat(500) + ']'.repeat(500))).toMatchObject({ status: 200, body: { valid: false } });
    expect(await validate({})).toMatchObject({
      status: 200,
      body: { valid: false, issues: [{ type: 'schema', path: 'name' }, { path: 'description' }, { path: 'version' }] },
    });
    const semantic = await validate(
      aServerJson({ version: '^1', remotes: [{ type: 'sse', url: 'https://example.org/' }] }),
    );
    expect(semantic.body.issues.map(({ path, reference }) => [path, reference])).toEqual([
      ['version', 'version-looks-like-range'],
      ['remotes[0].url', 'remote-url-namespace-mismatch'],
    ]);
    const empty = await fetch(`${house.url}/v0.1/validate`, { method: 'POST' });
    expect([empty.status, ((await empty.json()) as { valid: boolean }).valid]).toEqual([200, false]);
  });
});

describe('what Assay adds', () => {
  it('names the public tools of a server imported under the same name, with trust and stage', async () => {
    await publish({ name: 'com.example/local' });
    expect(ownOf((await anybody.latest('com.example/local')).body)).toBeUndefined();
    const tools = await importServer(house.admin, 'com.example', stdioUpstream('plain'), 'local');
    const shown = await anybody.latest('com.example/local');
    const own = ownOf(shown.body) as { tools: { name: string }[] };
    expect(own.tools.map(({ name }) => name).sort()).toEqual([...tools].sort());
    expect(own.tools[0]).toEqual({
      name: expect.stringMatching(/^com\.example\/local\./),
      version: '1.0.0',
      status: 'ACTIVE',
      stage: 'SANDBOX',
      trust: { score: expect.any(Number), confidence: 0 },
      quarantined: false,
    });
    expect(Object.keys(officialOf(shown.body)).sort()).toEqual([
      'isLatest',
      'publishedAt',
      'status',
      'statusChangedAt',
      'updatedAt',
    ]);
  });

  it('what no name or version can hold is not there, for reading and for a change of status', async () => {
    for (const path of ['com.example%2Fa%00', 'com.example%2Fa%00/versions/1.0.0', 'com.example%2Fa/versions/1%00']) {
      const answer = await owner.send<RegistryProblem>('PATCH', `/v0/servers/${path}/status`, { status: 'deleted' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await anybody.get('/v0/servers/com.example%2Fa%00/versions')).status).toBe(404);
  });

  it('a revocation hides a server, tells mirrors, and gives it back when lifted', async () => {
    const name = 'com.example/revocable';
    expect((await house.admin.post('/v1/tools', httpManifest(name, { version: '2.0.0' }))).status).toBe(201);
    await publish({ name });
    const second = await publish({ name, version: '2.0.0' });
    const since = officialOf(second).updatedAt as string;
    const revoked = await house.admin.post<RevocationView>('/v1/revocations', {
      target: `${name}@^2`,
      reason: 'It leaks.',
    });
    expect(revoked.status).toBe(201);
    const moved = await eventually(async () => {
      const { body } = await anybody.latest(name);
      return body.server?.version === '1.0.0' ? body : undefined;
    }, 'the latest moves on');
    expect(officialOf(moved).status).toBe('active');
    const changes = await anybody.get<RegistryListBody>(`/v0.1/servers?updated_since=${since}&search=revocable`);
    expect(
      changes.body.servers.map((it) => [it.server.version, officialOf(it).status, officialOf(it).isLatest]),
    ).toEqual([
      ['1.0.0', 'active', true],
      ['2.0.0', 'deleted', false],
    ]);
    expect(ownOf(changes.body.servers[1] as never)).toMatchObject({
      revocation: { id: revoked.body.id, reason: 'It leaks.' },
    });
    expect((await anybody.get(`/v0.1/servers/com.example%2Frevocable/versions/2.0.0`)).status).toBe(404);
    const third = await owner.publish(aServerJson({ name, version: '2.1.0' }));
    expect(officialOf(third.body)).toMatchObject({ status: 'deleted', isLatest: false });
    await house.admin.delete(`/v1/revocations/${revoked.body.id}`);
    await eventually(async () => {
      const { body } = await anybody.latest(name);
      return body.server?.version === '2.1.0' ? body : undefined;
    }, 'the revoked versions are back');
  });

  it('what was revoked while the server was down shows after the start', async () => {
    const name = 'org.missed/server';
    await house.admin.post('/v1/namespaces', { name: 'org.missed' });
    await publish({ name });
    expect((await house.admin.post('/v1/revocations', { target: 'org.missed/*', reason: 'Bad.' })).status).toBe(201);
    await eventually(async () => ((await anybody.latest(name)).status === 404 ? true : undefined), 'it is hidden');
    await house.sql(`UPDATE registry_servers SET revocation = NULL WHERE name = $1`, [name]);
    await house.restart();
    expect((await new RegistryClient(house.url).latest(name)).status).toBe(404);
    anybody = new RegistryClient(house.url);
    owner = anybody.as(house.adminKey);
  });
});

describe('reading', () => {
  it('takes a parameter without a value for none, and flags as they are usually written', async () => {
    await publish({ name: 'com.example/flagged' });
    await owner.setStatus('com.example/flagged', '1.0.0', { status: 'deleted' });
    const found = async (query: string) => {
      const { status, body } = await anybody.get(`/v0.1/servers?search=flagged&${query}`);
      return status === 200 ? body.metadata.count : status;
    };
    expect(await found('limit=&cursor=&version=&updated_since=&include_deleted=')).toBe(0);
    for (const flag of ['true', '1', 'T']) expect(await found(`include_deleted=${flag}`)).toBe(1);
    for (const flag of ['false', '0', 'F']) expect(await found(`include_deleted=${flag}`)).toBe(0);
    expect(await found('include_deleted=perhaps')).toBe(422);
    expect((await anybody.latest('com.example/flagged', '?include_deleted=1')).status).toBe(200);
    expect((await anybody.latest('com.example/flagged', '?include_deleted=perhaps')).status).toBe(422);
  });

  it('is open to pages of any origin; writing is not', async () => {
    const preflight = await anybody.send('OPTIONS', '/v0.1/servers');
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
    ]);
    const missing = await anybody.latest('com.example/none');
    expect(missing.headers.get('access-control-allow-origin')).toBe('*');
    expect((await anybody.publish({})).headers.get('access-control-allow-origin')).toBeNull();
    expect((await anybody.send('HEAD', '/v0.1/servers')).status).toBe(200);
  });

  it('tells how it is, and what it does not offer', async () => {
    expect((await anybody.get('/v0.1/health')).body).toEqual({ status: 'ok' });
    expect((await anybody.get('/v0/ping')).body).toEqual({ pong: true });
    expect((await anybody.get<{ version: string }>('/v0.1/version')).body.version).toMatch(/^\d/);
    for (const method of ['PUT', 'DELETE']) {
      const answer = await owner.send<RegistryProblem>(
        method,
        '/v0.1/servers/com.example%2Flocal/versions/1.0.0',
        method === 'PUT' ? {} : undefined,
      );
      expect([answer.status, answer.body.title]).toEqual([501, 'Not Implemented']);
    }
    const old = await anybody.get<RegistryProblem>('/v0/servers/com.example%2Flocal');
    expect(old.body.detail).toContain(`'/v0.1/servers/com.example%2Flocal/versions/latest'`);
  });

  it('needs a key where the operator has closed anonymous reads', async () => {
    const closed = await startHouse({ ASSAY_ANONYMOUS_READS: 'false', ASSAY_REGISTRY_HOST_RULE: 'warn' });
    try {
      const stranger = new RegistryClient(closed.url);
      expect((await stranger.get('/v0.1/servers')).status).toBe(401);
      expect((await stranger.get('/v0.1/health')).status).toBe(200);
      const known = stranger.as(closed.adminKey);
      expect((await known.get('/v0.1/servers')).status).toBe(200);
      await closed.admin.post('/v1/namespaces', { name: 'io.github.alice' });
      const remotes = [{ type: 'streamable-http', url: 'https://alice.example.org/mcp' }];
      expect((await known.publish(aServerJson({ name: 'io.github.alice/server', remotes }))).status).toBe(200);
    } finally {
      await closed.stop();
    }
  });
});
