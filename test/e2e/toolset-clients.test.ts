import { type HttpUpstream, startEverythingHttp } from '@assay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client as RestClient } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { type Revision, revisions } from './mcp-servers.js';

let house: House;
let upstream: HttpUpstream;
let approver: RestClient;
let key: string;
const api = new CountingApi();
const open: Client[] = [];

beforeAll(async () => {
  house = await startHouse();
  upstream = await startEverythingHttp('legacy');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: upstream.url }, 'all');
  const line = { type: 'object', properties: { line: { type: 'string' }, size: { type: 'integer' } } };
  const inputSchema = { ...line, required: ['line'], additionalProperties: false };
  const endpoint = { url: `${await api.start()}/plain` };
  const wipe = httpManifest('acme/wipe', { inputSchema, endpoint, annotations: { destructiveHint: true } });
  await house.admin.post('/v1/tools', wipe);
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  await house.admin.post('/v1/tools', httpManifest('acme/write', { inputSchema, endpoint }));
  await house.admin.post('/v1/endorsements', { tool: 'acme/write', organisation: 'default' });
  const look = httpManifest('acme/look', { inputSchema, endpoint, annotations: { readOnlyHint: true } });
  await house.admin.post('/v1/tools', look);
  await house.admin.post('/v1/endorsements', { tool: 'acme/look', organisation: 'default' });
  const tools = [
    'acme/wipe',
    'acme/write',
    'acme/all.typed',
    'acme/all.test_multiple_content_types',
    'acme/all.test_error_handling',
    'acme/all.test_tool_with_progress',
  ].map((tool) => ({ tool }));
  const made = await house.admin.post('/v1/toolsets', { name: 'desk', tools });
  expect(made.status).toBe(201);
  key = await house.key('carl');
  const pia = { principal: { kind: 'user' as const, name: 'pia' }, scopes: ['approvals:decide' as const] };
  approver = await house.as('pia', pia);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
  api.stop();
});

interface Person {
  readonly sent?: (url: string) => Promise<'accept' | 'decline'>;
  readonly sampled?: () => object;
}

async function connect(revision: Revision, { sent, sampled }: Person = {}, path = '/mcp/toolsets/desk') {
  const capabilities = {
    ...(sent && { elicitation: { url: {} } }),
    ...(sampled && { sampling: {} }),
  };
  const negotiation = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const client = new Client({ name: 'assay-e2e', version: '1.0.0' }, { capabilities, ...negotiation });
  if (sent)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: await sent((params as unknown as { url: string }).url),
    }));
  if (sampled)
    client.setRequestHandler('sampling/createMessage', () => ({
      model: 'own',
      role: 'assistant' as const,
      content: { type: 'text' as const, text: JSON.stringify({ input: sampled() }) },
    }));
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}${path}`), { requestInit }));
  open.push(client);
  return client;
}
const use = async (client: Client, name: string, input: Record<string, unknown>, _meta?: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: input, ...(_meta && { _meta }) })) as CallToolResult;
const decide = (url: string, decision: 'approve' | 'deny') =>
  approver.post(`/v1/approvals/${url.split('/').at(-1)}/decision`, { decision });

describe.each(revisions)('a client of %s at a toolset', (revision) => {
  it('gets what a tool itself said: blocks of every type, its own additions, and its errors in its own words', async () => {
    const client = await connect(revision);
    const mixed = await use(client, 'test_multiple_content_types', {});
    expect(mixed.content.map((it) => it.type)).toEqual(['text', 'image', 'resource']);
    const typed = await use(client, 'typed', { n: 21 });
    expect(typed).toMatchObject({ content: [{ type: 'text', text: '42' }], structuredContent: { doubled: 42 } });
    expect(typed._meta).toMatchObject({ 'example.com/kept': true, 'assay/status': 'succeeded' });
    const failed = await use(client, 'test_error_handling', {});
    expect(failed).toMatchObject({
      isError: true,
      content: [{ text: 'This tool intentionally returns an error for testing' }],
      _meta: { 'assay/error': { code: 'upstream_rejected' } },
    });
  });

  it.each([
    ['/mcp/toolsets/desk', { name: 'test_tool_with_progress', arguments: {} }],
    ['/mcp', { name: 'call_tool', arguments: { tool: 'acme/all.test_tool_with_progress', input: {} } }],
  ])('hears of progress while it waits, at %s', async (path, params) => {
    const client = await connect(revision, {}, path);
    const seen: unknown[] = [];
    const result = await client.callTool(params, { onprogress: ({ progress, total }) => seen.push([progress, total]) });
    expect(result.isError).not.toBe(true);
    expect(seen).toEqual([
      [0, 100],
      [50, 100],
      [100, 100],
    ]);
  });

  it('is sent to the approval’s address, and has the result when a person has approved there', async () => {
    const line = `approved-${revision}`;
    const asked: string[] = [];
    const client = await connect(revision, {
      sent: async (url) => {
        asked.push(url);
        expect(api.effects.get(line)).toBeUndefined();
        expect((await decide(url, 'approve')).status).toBe(200);
        return 'accept';
      },
    });
    const result = await use(client, 'wipe', { line });
    expect(asked).toEqual([expect.stringMatching(/\/approvals\/[0-9a-f-]{36}$/)]);
    expect([result.isError, api.effects.get(line)]).toEqual([false, 1]);
  });

  it('never decides by its own answer, and learns where a person does', async () => {
    const line = `declined-${revision}`;
    for (const sent of [undefined, async () => 'decline' as const]) {
      const client = await connect(revision, sent && { sent });
      const waiting = await use(client, 'wipe', { line });
      expect([waiting.isError, waiting._meta?.['assay/status']]).toEqual([true, 'awaiting_approval']);
      expect(waiting.content[0]).toMatchObject({ text: expect.stringContaining('/approvals/') });
    }
    expect(api.effects.get(line)).toBeUndefined();
  });

  it('has an input repaired by its own model', async () => {
    const line = `mended-${revision}`;
    const client = await connect(revision, { sampled: () => ({ line }) });
    const result = await use(client, 'write', { remark: line });
    expect([result.isError, result._meta?.['assay/confidence'], api.effects.get(line)]).toEqual([false, 0.9, 1]);
  });

  it('says beside a call that it is to be made once', async () => {
    const client = await connect(revision);
    const line = `once-${revision}`;
    const meta = { 'assay/idempotencyKey': line };
    const [first, again] = [await use(client, 'write', { line }, meta), await use(client, 'write', { line }, meta)];
    expect([first.isError, again.isError, api.effects.get(line)]).toEqual([false, false, 1]);
    await expect(use(client, 'write', { line }, { 'assay/idempotencyKey': 'two words' })).rejects.toThrow(
      'assay/idempotencyKey',
    );
  });

  it('cannot have a preset changed by a model, which may change what else a tool that reads is given', async () => {
    const name = `preset-${revision}`;
    const tools = [{ tool: 'acme/look', as: 'look', preset: { size: 5 } }];
    await house.admin.post('/v1/toolsets', { name, tools });
    const line = `kept-${revision}`;
    let size = 500;
    const client = await connect(revision, { sampled: () => ({ line, size }) }, `/mcp/toolsets/${name}`);
    const refused = await use(client, 'look', { remark: line });
    expect([refused.isError, refused._meta?.['assay/error']]).toMatchObject([true, { code: 'invalid_input' }]);
    expect(api.effects.get(line)).toBeUndefined();
    size = 5;
    const repaired = await use(client, 'look', { remark: line });
    expect([repaired.isError, api.effects.get(line)]).toEqual([false, 1]);
  });
});

it('asks a caller without a key for one, whatever the set is called', async () => {
  for (const name of ['desk', 'none']) {
    const answer = await fetch(`${house.url}/mcp/toolsets/${name}`, { method: 'POST' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
  }
});

it('tells a key that may not call tools so, in a result', async () => {
  const reader = await house.key('rita', { scopes: ['registry:read'] });
  const requestInit = { headers: { authorization: `Bearer ${reader}` } };
  const client = new Client({ name: 'assay-e2e', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp/toolsets/desk`), { requestInit }));
  open.push(client);
  expect(await use(client, 'typed', { n: 1 })).toMatchObject({
    isError: true,
    _meta: { 'assay/error': { code: 'forbidden' } },
  });
});

it('shows nobody what they may not see of a set, by no address', async () => {
  await house.admin.post('/v1/tools', httpManifest('acme/secret', { visibility: 'private' }));
  const tools = [{ tool: 'acme/secret', as: 'hidden' }, { tool: 'acme/all.typed' }];
  expect((await house.admin.post('/v1/toolsets', { name: 'mixed', tools })).status).toBe(201);
  const seen = await house.client(key).get<{ tools: { as: string }[] }>('/v1/toolsets/mixed');
  expect(seen.body.tools.map((it) => it.as)).toEqual(['typed']);
  const client = await connect('2025-11-25', {}, '/mcp/toolsets/mixed');
  expect((await client.listTools()).tools.map((it) => it.name)).toEqual(['typed']);
  const refused = await use(client, 'hidden', {}).catch((error: Error) => error.message);
  expect(refused).toContain('has no tool "hidden": it has typed.');
});
