import { request } from 'node:http';
import { type HttpUpstream, startEverythingHttp, startUpstreamHttp, stdioUpstream } from '@assay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer, officialServer } from './importing.js';
import { type AskedClient, connectClient, type Revision, revisions } from './mcp-servers.js';

let house: House;
let upstream: HttpUpstream;
let key: string;
const open: AskedClient[] = [];
const started: HttpUpstream[] = [];

beforeAll(async () => {
  house = await startHouse();
  upstream = await startEverythingHttp('legacy');
  started.push(upstream);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const headers = { 'x-secret': 'never-to-be-seen-0123456789' };
  await importServer(house.admin, 'acme', { url: upstream.url, headers }, 'all');
  key = await house.key('carl');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
});
afterAll(async () => {
  await house.stop();
  await Promise.all(started.map((it) => it.stop()));
});

const address = (server: string) => `${house.url}/mcp/servers/acme/${server}`;
async function connect(server: string, revision: Revision, as = key, options = {}): Promise<AskedClient> {
  const connected = await connectClient(address(server), revision, as, options);
  open.push(connected);
  return connected;
}
const grant = async (body: object) =>
  (await house.admin.post<{ id: string }>('/v1/grants', { actions: ['call'], ...body })).body.id;
const withdraw = (id: string) => house.admin.delete(`/v1/grants/${id}`);

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });

describe('who may use a server', () => {
  it('is nobody whom it was not granted, who may call none of its tools', async () => {
    const stranger = await house.key('stranger', { scopes: ['registry:read'] });
    const answer = await post(address('all'), initialize, { authorization: `Bearer ${stranger}` });
    expect(answer.status).toBe(404);
    expect((await post(address('none'), initialize, { authorization: `Bearer ${key}` })).status).toBe(404);
    const anonymous = await post(address('all'), initialize);
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('is whom its tools are endorsed for, as far as the tools go', async () => {
    const { client } = await connect('all', '2025-11-25');
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    expect(client.getServerCapabilities()).not.toHaveProperty('prompts');
    await expect(client.request({ method: 'prompts/list' })).rejects.toThrow('not served here');
  });

  it.each(revisions)('is whom it was granted, whole, until the grant is withdrawn (%s)', async (revision) => {
    const id = await grant({ principal: 'carl', server: 'acme/all' });
    const { client } = await connect('all', revision);
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    await withdraw(id);
    await expect(client.listPrompts()).rejects.toThrow();
  });

  it.each(revisions)('are callers without a key where an administrator says so (%s)', async (revision) => {
    const id = await grant({ principal: 'anonymous', server: 'acme/all' });
    const { client, text } = await connect('all', revision, '');
    expect((await client.listTools()).tools.map((it) => it.name)).toContain('test_simple_text');
    expect(await text('test_simple_text')).toContain('simple text');
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    expect((await house.anonymous.post('/v1/invocations', { tool: 'acme/all.who', input: {} })).status).toBe(401);
    await withdraw(id);
    await expect(client.listPrompts()).rejects.toThrow();
  });

  it('is granted to callers without a key by administrators only, and by the server only', async () => {
    const owner = await house.as('olga', { role: 'publisher' });
    await owner.post('/v1/namespaces', { name: 'olgas' });
    const body = { principal: 'anonymous', server: 'olgas/x', actions: ['call'] };
    expect((await owner.post('/v1/grants', body)).status).toBe(403);
    const tool = { principal: 'anonymous', tool: 'acme/all.who', actions: ['call'] };
    expect((await house.admin.post('/v1/grants', tool)).status).toBe(403);
    const none = { principal: 'carl', server: 'acme/none', actions: ['call'] };
    expect((await house.admin.post('/v1/grants', none)).status).toBe(404);
    const both = { principal: 'carl', server: 'acme/all', tool: 'acme/all.who', actions: ['call'] };
    expect((await house.admin.post('/v1/grants', both)).status).toBe(422);
    const named = { principal: { kind: 'agent', name: 'anonymous' }, role: 'caller' };
    expect((await house.admin.post('/v1/keys', named)).status).toBe(422);
  });

  it('is this host alone', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json', authorization: `Bearer ${key}` };
      request(address('all'), { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end(JSON.stringify(initialize));
    });
    expect(status).toBe(403);
    const foreign = { authorization: `Bearer ${key}`, origin: 'http://evil.example' };
    expect((await post(address('all'), initialize, foreign)).status).toBe(403);
  });
});

describe('a session', () => {
  it('belongs to the principal that opened it, at the server it was opened with', async () => {
    const mine = await post(address('all'), initialize, { authorization: `Bearer ${key}` });
    const id = mine.headers.get('mcp-session-id') as string;
    await mine.text();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const with_ = (as: string) => ({ authorization: `Bearer ${as}`, 'mcp-session-id': id });
    expect((await post(address('all'), list, with_(key))).status).toBe(200);
    const other = await house.key('dora');
    expect((await post(address('all'), list, with_(other))).status).toBe(404);
    const restarted = await post(address('all'), list, { authorization: `Bearer ${key}`, 'mcp-session-id': 'gone' });
    expect(restarted.status).toBe(404);
    const none = await post(address('all'), list, { authorization: `Bearer ${key}` });
    expect(none.status).toBe(400);
  });

  it('ends at the server when its client ends it, and when the record of the server changes', async () => {
    const ends = () => upstream.lines.filter((it) => it === 'session ended').length;
    const before = ends();
    const first = await connect('all', '2025-11-25');
    await first.transport.terminateSession();
    await eventually(() => ends() > before || undefined, 'the session ended');
    const second = await connect('all', '2025-11-25');
    await house.admin.patch('/v1/servers/acme/all', { mcp: { url: upstream.url } });
    await expect(second.client.listTools()).rejects.toThrow();
    await eventually(() => ends() > before + 1 || undefined, 'the session ended, too');
    expect((await (await connect('all', '2025-11-25')).client.listTools()).tools.length).toBeGreaterThan(10);
  });

  it('leaves nothing at the server when what was to begin it is refused', async () => {
    const ends = () => upstream.lines.filter((it) => it === 'session ended').length;
    const before = ends();
    const authorization = `Bearer ${key}`;
    const unreadable = await post(address('all'), initialize, { authorization, accept: 'text/plain' });
    expect([unreadable.status, unreadable.headers.get('mcp-session-id')]).toEqual([406, null]);
    const odd = await post(address('all'), { ...initialize, params: { capabilities: {} } }, { authorization });
    expect([odd.status, odd.headers.get('mcp-session-id')]).toEqual([400, null]);
    await eventually(() => ends() >= before + 2 || undefined, 'both conversations ended');
  });

  it('of a revoked key ends with its first notification', async () => {
    const made = await house.admin.post<{ id: string; key: string }>('/v1/keys', {
      principal: { kind: 'agent', name: 'short-lived' },
      role: 'caller',
    });
    const ended = () => upstream.lines.filter((it) => it === 'session ended').length;
    const { client } = await connect('all', '2025-11-25', made.body.key);
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    const before = ended();
    await house.admin.delete(`/v1/keys/${made.body.id}`);
    const body = { target: 'acme/all.who', reason: 'a test' };
    const revoked = await house.admin.post<{ id: string }>('/v1/revocations', body);
    await eventually(() => ended() > before || undefined, 'its session ended');
    await house.admin.delete(`/v1/revocations/${revoked.body.id}`);
  });

  it('keeps what the server asks to the client it asks', async () => {
    const clients = await Promise.all(['one', 'two', 'three'].map((it) => house.key(it))).then((keys) =>
      Promise.all(keys.map((it) => connect('all', '2025-11-25', it))),
    );
    await Promise.all(clients.map(({ text }) => text('test_sampling', { prompt: 'Tea?' })));
    for (const { asked } of clients) expect(asked).toEqual(['sampling']);
  });

  it('of callers of the stateless revision that are one principal, asks only whom it concerns', async () => {
    const [one, two] = await Promise.all([connect('all', '2026-07-28'), connect('all', '2026-07-28')]);
    await Promise.all([
      one.text('test_sampling', { prompt: 'Tea?' }),
      two.text('test_elicitation', { message: 'Who?' }),
    ]);
    expect([one.asked, two.asked]).toEqual([['sampling'], ['elicitation']]);
  });

  it('tells a client that can be asked nothing what the tool says of that', async () => {
    const { client } = await connect('all', '2025-11-25', key, { capabilities: {} });
    const answer = await client.callTool({ name: 'test_sampling', arguments: { prompt: 'x' } }).catch((error) => error);
    expect(answer instanceof Error || answer.isError === true).toBe(true);
  });
});

describe('what changes in the registry', () => {
  it.each(revisions)('reacts immediately, with a notification: a tool that is revoked (%s)', async (revision) => {
    const { client, methods } = await connect('all', revision);
    if (revision === '2026-07-28') await client.listen({ toolsListChanged: true });
    const names = async () => (await client.listTools()).tools.map((it) => it.name);
    expect(await names()).toContain('who');
    const body = { target: 'acme/all.who', reason: 'a test' };
    const revoked = await house.admin.post<{ id: string }>('/v1/revocations', body);
    expect(revoked.status).toBe(201);
    await eventually(() => methods().includes('notifications/tools/list_changed') || undefined, 'it was told');
    expect(await names()).not.toContain('who');
    await expect(client.callTool({ name: 'who', arguments: {} })).rejects.toThrow('Unknown tool');
    await house.admin.delete(`/v1/revocations/${revoked.body.id}`);
    await eventually(async () => (await names()).includes('who') || undefined, 'it is back');
  });

  it('leaves out what the server offers and nobody has published', async () => {
    const other = await startUpstreamHttp();
    started.push(other);
    const proposed = await house.admin.post<{ id: string }>('/v1/imports', {
      namespace: 'acme',
      server: 'some',
      source: { mcp: { url: other.url } },
    });
    await house.admin.post(`/v1/imports/${proposed.body.id}/confirm`, { include: ['acme/some.echo'] });
    const { client, text } = await connect('some', '2025-11-25');
    expect((await client.listTools()).tools.map((it) => it.name)).toEqual(['echo']);
    expect(await text('echo', { message: 'hello' })).toBe('hello');
    await expect(client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).rejects.toThrow('Unknown tool');
  });
});

describe('servers as they are', () => {
  it('passes the official everything server', async () => {
    await importServer(house.admin, 'acme', officialServer('everything'), 'official');
    await grant({ principal: 'carl', server: 'acme/official' });
    for (const revision of revisions) {
      const { client, text } = await connect('official', revision);
      expect(await text('echo', { message: 'through' })).toContain('through');
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
      const { resources } = await client.listResources();
      const read = await client.readResource({ uri: resources[0]?.uri as string });
      expect(read.contents).toHaveLength(1);
    }
  });

  it('says that a dead server is dead, and serves the others meanwhile', async () => {
    const dying = await startUpstreamHttp();
    await importServer(house.admin, 'acme', { url: dying.url }, 'dying');
    const { client } = await connect('dying', '2025-11-25');
    await dying.stop();
    const answer = await client.callTool({ name: 'echo', arguments: { message: 'x' } });
    expect(answer).toMatchObject({ isError: true, _meta: { 'assay/error': { code: 'upstream_unavailable' } } });
    expect((await post(address('dying'), initialize, { authorization: `Bearer ${key}` })).status).toBe(502);
    const { text } = await connect('all', '2025-11-25');
    expect(await text('test_simple_text')).toContain('simple');
  });

  it('bounds what hostile servers do: no garbage, no flood, no endless nesting reaches a client as a result', async () => {
    await importServer(house.admin, 'acme', stdioUpstream(), 'hostile');
    const code = async (name: string, input: Record<string, unknown> = {}) => {
      const { client } = await connect('hostile', '2025-11-25');
      const result = await client.callTool({ name, arguments: input });
      return (result._meta?.['assay/error'] as { code: string } | undefined)?.code;
    };
    expect(await code('garbage')).toBe('upstream_error');
    expect(await code('huge', { bytes: 11 * 1024 * 1024 })).toBe('output_too_large');
    expect(await code('deep', { levels: 80 })).toBe('output_too_large');
    expect(await code('malformed')).toBe('upstream_error');
    expect(await code('mistyped')).toBe('bad_output');
    expect(await code('die')).toBe('upstream_unavailable');
    expect(await code('chatty')).toBeUndefined();
  });

  it('shows no client what the gateway knows of the server', async () => {
    const { client } = await connect('all', '2025-11-25');
    const seen = JSON.stringify([await client.listTools(), client.getServerVersion(), house.logs()]);
    expect(seen).not.toContain('never-to-be-seen-0123456789');
  });
});

describe('200 sessions at once', () => {
  it('are served, each with one of its own at the server, and leave nothing behind', async () => {
    const own = await startEverythingHttp('legacy');
    started.push(own);
    await importServer(house.admin, 'acme', { url: own.url }, 'busy');
    const clients: AskedClient[] = [];
    for (let batch = 0; batch < 10; batch += 1)
      clients.push(
        ...(await Promise.all(Array.from({ length: 20 }, () => connectClient(address('busy'), '2025-11-25', key)))),
      );
    const said = await Promise.all(clients.map(({ text }) => text('who')));
    expect(new Set(said).size).toBe(200);
    const ended = () => own.lines.filter((it) => it === 'session ended').length;
    const before = ended();
    for (const { transport, client } of clients) {
      await transport.terminateSession();
      await client.close();
    }
    await eventually(() => ended() === before + 200 || undefined, 'all 200 ended');
  });

  it('of a server that is a process are limited by the number of processes, and further ones are rejected', async () => {
    await importServer(house.admin, 'acme', stdioUpstream(), 'piped');
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => post(address('piped'), initialize, { authorization: `Bearer ${key}` })),
    );
    const statuses = answers.map((it) => it.status);
    expect(statuses.filter((it) => it === 200).length).toBeLessThanOrEqual(64);
    expect(statuses.filter((it) => it === 503).length).toBeGreaterThanOrEqual(6);
    const { text } = await connect('all', '2025-11-25');
    expect(await text('test_simple_text')).toContain('simple');
    await Promise.all(
      answers.map((it) =>
        fetch(address('piped'), {
          method: 'DELETE',
          headers: { authorization: `Bearer ${key}`, 'mcp-session-id': it.headers.get('mcp-session-id') ?? 'none' },
        }),
      ),
    );
  });
});
