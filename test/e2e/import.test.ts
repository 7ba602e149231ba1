import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiscoveryAnswer, Entry, Envelope, Proposal, ServerView } from '@assay/contracts';
import { type HttpUpstream, startUpstreamHttp, stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, everyRow } from './client.js';
import { type House, startHouse } from './house.js';
import { changeableUpstream, confirm, importServer, officialServer, propose } from './importing.js';

let house: House;
let folder: string;
let colleague: Client;
let publisher: Client;
let remote: HttpUpstream;

beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
  colleague = await house.as('carl');
  publisher = await house.as('pat', { role: 'publisher' });
  remote = await startUpstreamHttp();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await publisher.post('/v1/namespaces', { name: 'pats' });
});
afterAll(async () => {
  await house.stop();
  await remote.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (client: Client, tool: string, input: object) => client.post<Envelope>('/v1/invocations', { tool, input });
const states = (proposals: readonly Proposal[]) =>
  Object.fromEntries(proposals.map(({ manifest, state }) => [manifest.name.split('.').at(-1), state]));

describe('a real server', () => {
  it('server-everything is imported by its command, found by what it does, and called by a colleague', async () => {
    const proposed = await propose(house.admin, 'acme', officialServer('everything', 'stdio'));
    expect(proposed.status).toBe(201);
    expect(proposed.body.proposals.length).toBeGreaterThan(5);
    expect((await colleague.get(`/v1/tools?namespace=acme`)).body).toMatchObject({ items: [] });
    const confirmed = await confirm(house.admin, proposed.body.id);
    const echo = confirmed.body.entries.find(({ endpoint }) => endpoint.tool === 'echo') as Entry;
    expect(echo).toMatchObject({ stage: 'SANDBOX', upstreamDigest: expect.stringMatching(/^sha256:/) });
    const found = await colleague.post<DiscoveryAnswer>('/v1/discover', { query: 'echo back a message' });
    expect(found.body.results[0]).toMatchObject({ tool: echo.name, callable: 'yes', inputSchema: echo.inputSchema });
    expect(await call(colleague, echo.name, { message: 'hello' })).toMatchObject({
      status: 200,
      body: { status: 'succeeded', output: 'Echo: hello', provenance: { source: `mcp:${echo.endpoint.server}` } },
    });
  });

  it('server-filesystem reads what is in the folder of its arguments', async () => {
    writeFileSync(join(folder, 'note.txt'), 'remember the milk');
    const names = await importServer(house.admin, 'acme', officialServer('filesystem', folder), 'disk');
    expect(names).toContain('acme/disk.read_text_file');
    expect(await call(colleague, 'acme/disk.read_text_file', { path: join(folder, 'note.txt') })).toMatchObject({
      status: 200,
      body: { output: { content: 'remember the milk' }, validation: { outcome: 'valid' } },
    });
  });

  it('server-memory stores data in the file of its environment', async () => {
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
    await importServer(house.admin, 'acme', { ...officialServer('memory'), env }, 'memory');
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['counts'] }];
    expect((await call(colleague, 'acme/memory.create_entities', { entities })).status).toBe(200);
    expect(await call(colleague, 'acme/memory.search_nodes', { query: 'Ada' })).toMatchObject({
      status: 200,
      body: { output: { entities } },
    });
  });

  it('is not registered before its draft is confirmed', async () => {
    const proposed = await propose(house.admin, 'acme', { url: remote.url }, { server: 'drafted', draft: true });
    expect(proposed).toMatchObject({ status: 201, body: { server: 'acme/drafted', draft: true } });
    expect((await house.admin.get('/v1/servers/acme/drafted')).status).toBe(404);
    expect((await publisher.get(`/v1/imports/${proposed.body.id}`)).status).toBe(404);
    const include = ['acme/drafted.echo'];
    expect(await confirm(house.admin, proposed.body.id, { include })).toMatchObject({ status: 200 });
    expect((await house.admin.get('/v1/servers/acme/drafted')).status).toBe(200);
    expect(await call(colleague, 'acme/drafted.echo', { message: 'hi' })).toMatchObject({ body: { output: 'hi' } });
  });

  it('is imported by its address, too', async () => {
    const names = await importServer(publisher, 'pats', { url: remote.url }, 'remote');
    expect(names).toContain('pats/remote.add');
    expect(await call(publisher, 'pats/remote.add', { a: 2, b: 3 })).toMatchObject({
      status: 200,
      body: { output: { sum: 5 }, validation: { outcome: 'valid' } },
    });
    const denied = await call(colleague, 'pats/remote.add', { a: 2, b: 3 });
    expect(denied).toMatchObject({ status: 403, body: { code: 'denied' } });
  });

  it('with 500 tools is proposed and published whole', async () => {
    const names = await importServer(house.admin, 'acme', stdioUpstream('many'), 'many');
    expect(new Set(names).size).toBe(500);
    expect(
      (await everyRow<Entry>(colleague, '/v1/tools?namespace=acme&limit=200')).filter((it) =>
        it.name.startsWith('acme/many.'),
      ),
    ).toHaveLength(500);
  });

  it('takes its own name made fit when none is given', async () => {
    writeFileSync(join(folder, 'named.json'), JSON.stringify([{ name: 'a tool/it', inputSchema: { type: 'object' } }]));
    const { body } = await propose(house.admin, 'acme', changeableUpstream(join(folder, 'named.json')));
    expect(body.server).toBe('acme/changeable_upstream_');
    expect(body.manifests.map(({ name }) => name)).toEqual(['acme/changeable_upstream_.a_tool_it']);
  });
});

describe('who may import', () => {
  it('a command needs the scope hosts:command, an address does not', async () => {
    const refused = await propose(publisher, 'pats', stdioUpstream());
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringMatching(/hosts:command/) },
    });
    const registered = await publisher.post('/v1/servers', { name: 'pats/run', mcp: stdioUpstream() });
    expect(registered.status).toBe(403);
    const changed = await publisher.patch('/v1/servers/pats/remote', { mcp: stdioUpstream() });
    expect(changed.status).toBe(403);
  });

  it('an owner of the namespace only, and others see neither the import nor the server', async () => {
    expect((await propose(publisher, 'acme', { url: remote.url })).body.code).toBe('namespace_forbidden');
    const { body } = await propose(house.admin, 'acme', { url: remote.url }, { server: 'theirs' });
    expect((await publisher.get(`/v1/imports/${body.id}`)).status).toBe(404);
    expect((await confirm(publisher, body.id)).status).toBe(404);
    expect((await publisher.get('/v1/servers/acme/theirs')).status).toBe(404);
    expect((await house.admin.get(`/v1/imports/${body.id}`)).body).toEqual(body);
  });

  it('nobody from a server that cannot be reached, ends at once or lists tools without end', async () => {
    const dead = await propose(publisher, 'pats', { url: 'http://127.0.0.1:9/mcp' });
    expect(dead).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    const exits = await propose(house.admin, 'acme', {
      ...stdioUpstream('exits'),
      env: { SECRET_TOKEN: 'hunter2-hunter2' },
    });
    expect(exits.status).toBe(502);
    expect(JSON.stringify(exits.body)).not.toContain('hunter2');
    const missing = await propose(house.admin, 'acme', { command: 'no-such-program-here' });
    expect(missing).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    const endless = await propose(house.admin, 'acme', stdioUpstream('endless'));
    expect(endless).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
    expect((await everyRow<ServerView>(house.admin, '/v1/servers')).map(({ name }) => name)).not.toContain(
      'acme/server',
    );
  });
});

describe('importing again', () => {
  const tool = (name: string, parts: object = {}) => ({
    name,
    description: `Does ${name}`,
    inputSchema: { type: 'object' },
    ...parts,
  });
  const list = (tools: object[]) => writeFileSync(join(folder, 'tools.json'), JSON.stringify(tools));
  const again = () => propose(house.admin, 'acme', changeableUpstream(join(folder, 'tools.json')), { server: 'shop' });

  it('shows what is new, changed, unchanged and removed, and publishes what changed under the next number', async () => {
    list([tool('same'), tool('texts'), tool('contract'), tool('gone')]);
    const first = await again();
    expect(states(first.body.proposals)).toEqual({ same: 'new', texts: 'new', contract: 'new', gone: 'new' });
    await confirm(house.admin, first.body.id, { edits: { 'acme/shop.texts': { capabilities: ['commerce.shop'] } } });

    list([
      tool('same'),
      tool('texts', { description: 'Better' }),
      tool('contract', { inputSchema: { type: 'object', required: ['a'] } }),
      tool('more'),
    ]);
    const second = await again();
    expect(states(second.body.proposals)).toEqual({
      same: 'unchanged',
      texts: 'changed',
      contract: 'changed',
      more: 'new',
    });
    expect(second.body.removed).toEqual(['acme/shop.gone']);
    const texts = second.body.proposals.find(({ manifest }) => manifest.name === 'acme/shop.texts');
    expect(texts).toMatchObject({
      previousVersion: '1.0.0',
      manifest: { version: '1.0.1', capabilities: ['commerce.shop'] },
      changes: [{ path: '/description', before: 'Does texts', after: 'Better' }],
    });
    const { body } = await confirm(house.admin, second.body.id);
    const numbers = Object.fromEntries(body.entries.map(({ name, version }) => [name, version]));
    expect(numbers).toEqual({ 'acme/shop.texts': '1.0.1', 'acme/shop.contract': '2.0.0', 'acme/shop.more': '1.0.0' });
    expect(states((await again()).body.proposals)).toEqual({
      same: 'unchanged',
      texts: 'unchanged',
      contract: 'unchanged',
      more: 'unchanged',
    });
  });

  it('publishes what was chosen, with its edits, and refuses names it never proposed', async () => {
    list([tool('one'), tool('two')]);
    const { body } = await again();
    const unknown = await confirm(house.admin, body.id, { include: ['acme/shop.one', 'acme/shop.none'] });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'invalid_request' } });
    const { body: confirmed } = await confirm(house.admin, body.id, {
      include: ['acme/shop.one'],
      edits: {
        'acme/shop.one': {
          name: 'acme/renamed',
          title: 'One',
          annotations: { readOnlyHint: true },
          visibility: 'private',
        },
      },
    });
    expect(confirmed.entries).toMatchObject([
      {
        name: 'acme/renamed',
        title: 'One',
        annotations: { readOnlyHint: true },
        visibility: 'private',
        endpoint: { tool: 'one' },
      },
    ]);
    expect((await house.admin.get('/v1/tools/acme/shop.two')).status).toBe(404);
    const third = (await again()).body.proposals.map(({ manifest, state }) => [manifest.name, state]);
    expect(third).toContainEqual(['acme/renamed', 'unchanged']);
  });

  it('tells of schemas that cannot be published, and publishes nothing with one of them in it', async () => {
    list([
      tool('fine'),
      tool('broken', { inputSchema: { type: 'objekt' } }),
      tool('silent', { description: undefined }),
    ]);
    const { body } = await again();
    expect(states(body.proposals)).toEqual({ fine: 'new', broken: 'invalid', silent: 'new' });
    const broken = body.proposals.find(({ state }) => state === 'invalid');
    expect(broken?.problems).toContainEqual({ path: '/inputSchema/type', message: expect.any(String) });
    expect(body.proposals.find((it) => it.manifest.name.endsWith('silent'))?.notes.join()).toMatch(/no description/);
    const refused = await confirm(house.admin, body.id, { include: ['acme/shop.fine', 'acme/shop.broken'] });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_manifest', detail: expect.stringMatching(/^acme\/shop\.broken: /) },
    });
    expect((await house.admin.get('/v1/tools/acme/shop.fine')).status).toBe(404);
    expect((await confirm(house.admin, body.id)).body.entries.map(({ name }) => name).sort()).toEqual([
      'acme/shop.fine',
      'acme/shop.silent',
    ]);
  });

  it('moves a server to another address without new versions', async () => {
    const moved = await startUpstreamHttp();
    try {
      const { status } = await publisher.patch('/v1/servers/pats/remote', { mcp: { url: moved.url } });
      expect(status).toBe(200);
      expect((await call(publisher, 'pats/remote.echo', { message: 'there' })).body.output).toBe('there');
      const { body } = await propose(publisher, 'pats', { url: moved.url }, { server: 'remote' });
      expect(new Set(body.proposals.map(({ state }) => state))).toEqual(new Set(['unchanged']));
    } finally {
      await publisher.patch('/v1/servers/pats/remote', { mcp: { url: remote.url } });
      await moved.stop();
    }
  });
});

describe('a server', () => {
  it('is registered, shown with its health, changed and removed, and kept while tools use it', async () => {
    const body = { name: 'pats/plain', mcp: { url: remote.url } };
    expect(await publisher.post('/v1/servers', body)).toMatchObject({
      status: 201,
      body: { health: { state: 'unknown' } },
    });
    expect((await publisher.post('/v1/servers', body)).status).toBe(409);
    expect(await publisher.patch('/v1/servers/pats/plain', { stateless: true })).toMatchObject({
      status: 200,
      body: { stateless: true },
    });
    expect((await publisher.delete('/v1/servers/pats/plain')).status).toBe(204);
    expect((await publisher.get('/v1/servers/pats/plain')).status).toBe(404);
    expect(await publisher.get('/v1/servers/pats/remote')).toMatchObject({ body: { health: { state: 'up' } } });
    expect(await publisher.delete('/v1/servers/pats/remote')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await everyRow<ServerView>(publisher, '/v1/servers')).map(({ name }) => name)).toEqual(['pats/remote']);
  });
});
