import type { RegistryServerView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from '../e2e/house.js';
import {
  aServerJson,
  officialOf,
  RegistryClient,
  type RegistryListBody,
  type RegistryProblem,
} from './registry-client.js';
import { decodingPath, startReverseProxy } from './reverse-proxy.js';

/**
 * The points on which an implementation of the official MCP Registry API is judged, one after the other. The fourteenth,
 * the real clients, are programs in Go that cannot be fetched here: their exact requests are sent instead.
 */
let house: House;
let anybody: RegistryClient;
let owner: RegistryClient;

beforeAll(async () => {
  house = await startHouse();
  for (const name of ['com.example', 'io.github.alice', 'org.walk']) await house.admin.post('/v1/namespaces', { name });
  anybody = new RegistryClient(house.url);
  owner = anybody.as(house.adminKey);
});

afterAll(() => house.stop());

async function published(parts: Parameters<typeof aServerJson>[0]): Promise<RegistryServerView> {
  const answer = await owner.publish(aServerJson(parts));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

describe('the official MCP Registry API', () => {
  it('1: answers the same bytes under /v0.1 and /v0', async () => {
    await published({
      name: 'com.example/one',
      remotes: [{ type: 'streamable-http', url: 'https://one.example.com/mcp' }],
    });
    for (const path of [
      '/servers',
      '/servers/com.example%2Fone/versions',
      '/servers/com.example%2Fone/versions/latest',
    ]) {
      const [stable, development] = await Promise.all([anybody.get(`/v0.1${path}`), anybody.get(`/v0${path}`)]);
      expect(stable.status).toBe(200);
      expect(development.text).toBe(stable.text);
    }
  });

  it('2: finds names with %2F, also behind proxies that keep it and that decode it', async () => {
    await published({ name: 'com.example/two' });
    const keeping = await startReverseProxy(house.url);
    const decoding = await startReverseProxy(house.url, decodingPath);
    try {
      for (const base of [house.url, keeping.url, decoding.url]) {
        for (const path of ['com.example%2Ftwo', 'com.example%2ftwo', 'com.example/two']) {
          const client = new RegistryClient(base, house.adminKey);
          const latest = await client.get<RegistryServerView>(`/v0.1/servers/${path}/versions/latest`);
          expect([base, path, latest.status, latest.body.server?.name]).toEqual([base, path, 200, 'com.example/two']);
          expect((await client.get(`/v0/servers/${path}/versions`)).body.metadata.count).toBe(1);
        }
      }
      const behind = new RegistryClient(decoding.url, house.adminKey);
      expect((await behind.setStatus('com.example/two', '1.0.0', { status: 'deprecated' })).status).toBe(200);
      expect((await behind.setAll('com.example/two', { status: 'active' })).body.updatedCount).toBe(1);
    } finally {
      await Promise.all([keeping.close(), decoding.close()]);
    }
  });

  it('3: takes a plus in a version for a plus', async () => {
    const version = '1.0.0+2013.04.01';
    await published({ name: 'com.example/three', version });
    const decoding = await startReverseProxy(house.url, decodingPath);
    try {
      for (const base of [house.url, decoding.url]) {
        for (const written of ['1.0.0%2B2013.04.01', '1.0.0+2013.04.01']) {
          const found = await new RegistryClient(base).get<RegistryServerView>(
            `/v0.1/servers/com.example%2Fthree/versions/${written}`,
          );
          expect([written, found.status, found.body.server?.version]).toEqual([written, 200, version]);
        }
      }
      const filtered = await anybody.get(`/v0.1/servers?search=example/three&version=1.0.0%2B2013.04.01`);
      expect(filtered.body.metadata.count).toBe(1);
    } finally {
      await decoding.close();
    }
  });

  it('4: a walk by cursor meets every row once, at limit 1 and 100, also while rows are published', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `org.walk/server-${String(index * 2).padStart(2, '0')}`);
    for (const name of names) for (const version of ['1.0.0', '1.1.0']) await published({ name, version });
    const before = names.flatMap((name) => [`${name}@1.0.0`, `${name}@1.1.0`]);
    expect(await anybody.walk('limit=1&search=org.walk/')).toEqual(before);
    expect(await anybody.walk('limit=100&search=org.walk/')).toEqual(before);
    let count = 0;
    const publishMore = async () => {
      if (count >= 12) return;
      await published({ name: `org.walk/server-${String(count * 2 + 1).padStart(2, '0')}` });
      await published({ name: names[count] as string, version: '2.0.0' });
      count += 1;
    };
    const walked = await anybody.walk('limit=1&search=org.walk/', publishMore);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked).toEqual([...walked].sort());
    expect(walked).toEqual(expect.arrayContaining(before));
    // Each name once in a list of latest versions, although the latest of each moves on right after it was read.
    count = 0;
    const latest = await anybody.walk('limit=1&version=latest&search=org.walk/', async () => {
      const name = names[count];
      count += 1;
      if (name !== undefined) await published({ name, version: '3.0.0' });
    });
    const latestNames = latest.map((it) => it.split('@')[0]);
    expect(new Set(latestNames).size).toBe(latestNames.length);
    expect(latestNames).toEqual(expect.arrayContaining(names));
  });

  it('5: refuses a limit below 1 or above 100', async () => {
    for (const limit of ['0', '101', '-1', 'ten', '1.5']) {
      const answer = await anybody.get<RegistryProblem>(`/v0.1/servers?limit=${limit}`);
      expect([limit, answer.status, answer.body.detail]).toEqual([limit, 422, 'validation failed']);
      expect(answer.body.errors?.[0]?.location).toBe('query.limit');
    }
    expect((await anybody.get('/v0.1/servers?limit=100')).status).toBe(200);
  });

  it('6: updated_since is strict, delivers tombstones, and cannot be without them', async () => {
    await published({ name: 'com.example/six', version: '1.0.0' });
    const kept = await published({ name: 'com.example/six-kept' });
    const time = officialOf(kept).updatedAt as string;
    await owner.setStatus('com.example/six', '1.0.0', { status: 'deleted', statusMessage: 'it was a test' });
    const since = await anybody.get(`/v0.1/servers?updated_since=${time}&search=example/six`);
    expect(since.body.servers.map((it) => [it.server.name, officialOf(it).status])).toEqual([
      ['com.example/six', 'deleted'],
    ]);
    expect((await anybody.get('/v0.1/servers?search=example/six')).body.servers.map((it) => it.server.name)).toEqual([
      'com.example/six-kept',
    ]);
    const zoned = new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '+02:00');
    for (const same of [encodeURIComponent(zoned), zoned])
      expect((await anybody.get(`/v0.1/servers?updated_since=${same}&search=example/six`)).body.metadata.count).toBe(1);
    const contradiction = await anybody.get<RegistryProblem>(
      `/v0.1/servers?updated_since=${time}&include_deleted=false`,
    );
    expect([contradiction.status, contradiction.body.detail]).toEqual([
      400,
      'Cannot set include_deleted=false when using updated_since (incremental sync requires deleted servers)',
    ]);
    const bad = await anybody.get<RegistryProblem>('/v0.1/servers?updated_since=yesterday');
    expect([bad.status, bad.body.error]).toEqual([
      400,
      'Invalid updated_since format: expected RFC3339 timestamp (e.g., 2025-08-07T13:15:04.280Z)',
    ]);
  });

  it('7: the latest follows deprecation, deletion and restoration', async () => {
    const name = 'com.example/seven';
    for (const version of ['1.0.0', '2.0.0', '3.0.0-beta.1']) await published({ name, version });
    const latest = async (query = '') => (await anybody.latest(name, query)).body.server?.version;
    expect(await latest()).toBe('3.0.0-beta.1');
    await owner.setStatus(name, '3.0.0-beta.1', { status: 'deprecated', statusMessage: 'use 2.0.0' });
    expect(await latest()).toBe('3.0.0-beta.1');
    expect(officialOf((await anybody.latest(name)).body)).toMatchObject({
      status: 'deprecated',
      statusMessage: 'use 2.0.0',
    });
    await owner.setStatus(name, '3.0.0-beta.1', { status: 'deleted' });
    expect(await latest()).toBe('2.0.0');
    await owner.setAll(name, { status: 'deleted' });
    expect((await anybody.latest(name)).status).toBe(404);
    expect((await anybody.get(`/v0.1/servers/${encodeURIComponent(name)}/versions`)).status).toBe(404);
    expect(await latest('?include_deleted=true')).toBe('3.0.0-beta.1');
    await owner.setStatus(name, '1.0.0', { status: 'active' });
    expect(await latest()).toBe('1.0.0');
    const restored = await owner.setAll(name, { status: 'active' });
    expect(restored.body.updatedCount).toBe(2);
    expect(await latest()).toBe('3.0.0-beta.1');
    const versions = await anybody.get(`/v0.1/servers/${encodeURIComponent(name)}/versions`);
    expect(versions.body.servers.map((it) => it.server.version)).toEqual(['3.0.0-beta.1', '2.0.0', '1.0.0']);
    expect(versions.body.servers.map((it) => officialOf(it).isLatest)).toEqual([true, false, false]);
  });

  it('8: publishes a version once among concurrent attempts', async () => {
    const server = aServerJson({ name: 'com.example/eight' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.publish<RegistryProblem>(server)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((it) => it.status !== 200)) {
      expect([status, body.detail, body.errors?.[0]?.message]).toEqual([
        400,
        'Failed to publish server',
        'invalid version: cannot publish duplicate version',
      ]);
    }
  });

  it('9: takes versions and refuses ranges', async () => {
    const verdict = async (version: string, part: 'server' | 'package') => {
      const pkg = { registryType: 'npm', identifier: 'nine', transport: { type: 'stdio' }, version };
      const server =
        part === 'server'
          ? aServerJson({ name: 'com.example/nine', version })
          : aServerJson({
              name: 'com.example/nine',
              version: `0.0.0-${Buffer.from(version).toString('hex')}`,
              packages: [pkg],
            });
      const { status, body } = await owner.publish<RegistryProblem>(server);
      return status === 200 ? 'taken' : `${status} ${body.errors?.[0]?.message}`;
    };
    const ranges = [
      '^1.2.3',
      '~1',
      '>=1.0.0',
      '=1.0.0',
      '1.2.3 - 2.0.0',
      '1.2 || 1.3',
      '1.x',
      '1.2.*',
      '1.X.3',
      // Those the official registry lets pass.
      '>=1 <2',
      '^1 || ^2',
      '*',
      'x',
      'v1.x.x.x',
    ];
    for (const part of ['server', 'package'] as const) {
      for (const range of ranges) {
        expect(await verdict(range, part)).toBe(
          `400 version must be a specific version, not a range: ${JSON.stringify(range)}`,
        );
      }
      expect(await verdict('latest', part)).toBe(`400 version string 'latest' is reserved and cannot be used`);
      for (const version of ['1.2.3', '1.2.3-beta', '1.2.3+x', 'snapshot', '2025.11.25', 'snapshot - 2025.09', 'v1.0'])
        expect([version, await verdict(version, part)]).toEqual([version, 'taken']);
      // Those the official registry takes for ranges.
      for (const version of ['1.0.0-next.1', '1.0.0-experimental', '2025.11.25-abcxyz'])
        expect([version, await verdict(version, part)]).toEqual([version, 'taken']);
    }
    const warned = await anybody.send<{ valid: boolean; issues: { severity: string; path: string }[] }>(
      'POST',
      '/v0.1/validate',
      aServerJson({ version: '1.0.0-next.1' }),
    );
    expect(warned.body).toMatchObject({ valid: true, issues: [{ severity: 'warning', path: 'version' }] });
  });

  it('10: keeps 4,096 bytes from the publisher and refuses 4,097', async () => {
    const meta = (bytes: number) => ({
      'io.modelcontextprotocol.registry/publisher-provided': { text: 'a'.repeat(bytes - '{"text":""}'.length) },
    });
    expect((await owner.publish(aServerJson({ name: 'com.example/ten', _meta: meta(4_096) }))).status).toBe(200);
    const refused = await owner.publish<RegistryProblem>(
      aServerJson({ name: 'com.example/ten', version: '2.0.0', _meta: meta(4_097) }),
    );
    expect([refused.status, refused.body.detail]).toEqual([400, 'Failed to publish server']);
    expect(refused.body.errors?.[0]?.message).toContain('4097');
  });

  it('11: drops every other member of _meta', async () => {
    const provided = { 'io.modelcontextprotocol.registry/publisher-provided': { tool: 'ci' } };
    const _meta = {
      'com.example': { icon: 'x' },
      ...provided,
      'io.modelcontextprotocol.registry/official': { isLatest: false },
    };
    const answer = await published({ name: 'com.example/eleven', _meta });
    expect(answer.server._meta).toEqual(provided);
    expect((await anybody.latest('com.example/eleven')).body.server._meta).toEqual(provided);
    const without = await published({ name: 'com.example/eleven', version: '2.0.0', _meta: { 'com.example': 1 } });
    expect(without.server).not.toHaveProperty('_meta');
  });

  it('12: errors have title, status, detail and error', async () => {
    const { status, headers, body } = await anybody.latest<RegistryProblem>('com.example/none');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({
      title: 'Not Found',
      status: 404,
      detail: 'Server not found',
      error: 'Server not found',
    });
    const unknown = await anybody.get<RegistryProblem>('/v0.1/nothing');
    expect(unknown.body).toMatchObject({ title: 'Not Found', status: 404 });
    expect(unknown.body.detail).toBe(
      "Endpoint not found. Did you mean '/v0.1/servers' or '/v0/servers'? See /docs for the API documentation.",
    );
    const shape = await owner.publish<RegistryProblem>({ name: 'com.example/twelve' });
    expect(shape.body).toMatchObject({ title: 'Unprocessable Entity', status: 422, detail: 'validation failed' });
    expect(shape.body.errors?.map(({ location }) => location)).toEqual(['body.description', 'body.version']);
    const broken = await anybody.get<RegistryProblem>('/v0.1/servers/%zz/versions');
    expect([broken.status, broken.body.error]).toEqual([400, broken.body.detail]);
  });

  it('13: asks for a token, and says what the caller may publish', async () => {
    for (const client of [anybody, anybody.as('wrong'), anybody.as('a.b.c')]) {
      const answer = await client.publish<RegistryProblem>(aServerJson());
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    }
    expect((await anybody.publish<RegistryProblem>(aServerJson())).body.detail).toBe(
      "Invalid Authorization header format. Expected 'Bearer <token>'",
    );
    expect((await anybody.as('wrong').publish<RegistryProblem>(aServerJson())).body.detail).toBe(
      'Invalid or expired Registry JWT token',
    );
    const stranger = await house.key('stranger', { scopes: ['registry:read', 'registry:publish'] });
    const own = await house.client(stranger).post('/v1/namespaces', { name: 'strangers' });
    expect(own.status).toBe(201);
    const refused = await anybody.as(stranger).publish<RegistryProblem>(aServerJson());
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'You do not have permission to publish this server. You have permission to publish: strangers/*. Attempting to publish: com.example/server',
    ]);
    const status = await anybody.as(stranger).setAll<RegistryProblem>('com.example/one', { status: 'deleted' });
    expect([status.status, status.body.error]).toEqual([
      403,
      'You do not have publish or edit permissions for this server',
    ]);
  });

  describe('14: answers the requests of', () => {
    it('VS Code and the Copilot command line: reads without a credential, 200 or 404', async () => {
      await published({ name: 'io.github.alice/weather' });
      expect((await anybody.get('/v0.1/servers')).status).toBe(200);
      expect((await anybody.latest('io.github.alice/weather')).status).toBe(200);
      expect((await anybody.latest('io.github.alice/nothing')).status).toBe(404);
      const foreign = await anybody.as('a-token-of-somebody-else').latest('io.github.alice/weather');
      expect(foreign.status).toBe(200);
      expect(foreign.headers.get('access-control-allow-origin')).toBe('*');
    });

    it('ToolHive: pages of latest versions, a search, and the document that makes it a registry', async () => {
      const page = await anybody.get<RegistryListBody>('/v0.1/servers?limit=100&version=latest&cursor=');
      expect(page.status).toBe(200);
      expect(page.body.servers.every((it) => officialOf(it).isLatest === true)).toBe(true);
      const found = await anybody.get('/v0.1/servers?search=alice%2Fweather&version=latest');
      expect(found.body.metadata.count).toBe(1);
      const document = await anybody.get('/openapi.yaml');
      expect(document.status).toBe(200);
      expect(document.text).toMatch(/^ {2}version: 1\.0\.0$/m);
      expect(document.text).toContain('https://github.com/modelcontextprotocol/registry');
    });

    it('Docker: everything below /v0', async () => {
      expect((await anybody.get('/v0/servers?version=latest&limit=100&cursor=')).status).toBe(200);
      const versions = await anybody.get<RegistryListBody>('/v0/servers/io.github.alice%2Fweather/versions');
      expect(versions.body.servers).toHaveLength(1);
      expect((await anybody.get('/v0/servers/io.github.alice%2Fweather/versions/1.0.0')).status).toBe(200);
    });

    it('mcp-publisher: publish and status below /v0, and a clear word about logins it does not have', async () => {
      const server = aServerJson({ name: 'io.github.alice/published' });
      expect((await owner.send('POST', '/v0/publish', server)).status).toBe(200);
      const path = '/v0/servers/io.github.alice%2Fpublished';
      expect((await owner.send('PATCH', `${path}/versions/1.0.0/status`, { status: 'deprecated' })).status).toBe(200);
      expect((await owner.send('PATCH', `${path}/status`, { status: 'deleted' })).status).toBe(200);
      for (const method of ['none', 'github-at', 'github-oidc', 'oidc']) {
        const answer = await anybody.send<RegistryProblem>('POST', `/v0/auth/${method}`, {});
        expect([method, answer.status]).toEqual([method, 501]);
        expect(answer.body.error).toMatch(/not supported|not set up/);
      }
    });

    it('a mirror: everything once, then what has changed, tombstones included', async () => {
      const all = await anybody.walk('limit=100&include_deleted=true');
      expect(new Set(all).size).toBe(all.length);
      const newest = (await anybody.get('/v0.1/servers?limit=100&updated_since=2000-01-01T00:00:00Z')).body.servers
        .map((it) => officialOf(it).updatedAt as string)
        .sort()
        .at(-1) as string;
      await owner.setStatus('io.github.alice/weather', '1.0.0', { status: 'deleted' });
      const changed = await anybody.get(`/v0.1/servers?limit=100&updated_since=${newest}`);
      expect(changed.body.servers.some((it) => it.server.name === 'io.github.alice/weather')).toBe(true);
    });
  });
});
