import { type HttpUpstream, startEverythingHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

/**
 * Plain calls are answered without the protocol library. An unknown member of `_meta` makes a call one that is not
 * plain: the library answers it, and has to answer the same.
 */
let house: House;
let upstream: HttpUpstream;
let key: string;

beforeAll(async () => {
  house = await startHouse();
  upstream = await startEverythingHttp('legacy');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: upstream.url }, 'all');
  const names = ['test_simple_text', 'test_multiple_content_types', 'test_error_handling', 'typed', 'who'];
  const tools = names.map((name) => ({ tool: `acme/all.${name}`, as: name }));
  const made = await house.admin.post('/v1/toolsets', { name: 'desk', tools });
  expect(made.status).toBe(201);
  key = await house.key('carl');
  await house.admin.post('/v1/grants', { principal: 'carl', server: 'acme/all', actions: ['call'] });
  const text = 'forbid (principal, action == Action::"call", resource == Tool::"acme/all.who");';
  expect((await house.admin.put('/v1/policies/nobody', { text })).status).toBe(201);
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

interface Heard {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

const media = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function send(path: string, headers: Record<string, string>, body: object): Promise<Heard & { session: string }> {
  const answer = await fetch(`${house.url}${path}`, {
    method: 'POST',
    headers: { ...media, ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const data = type === 'text/event-stream' ? /^data: (.*)$/m.exec(text)?.[1] : text;
  const body_ = data === undefined || data === '' ? undefined : (JSON.parse(data) as unknown);
  return { status: answer.status, type, body: body_, session: answer.headers.get('mcp-session-id') ?? '' };
}

const signedIn = () => ({ authorization: `Bearer ${key}` });

async function openSession(path: string): Promise<Record<string, string>> {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { session } = await send(path, signedIn(), { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const own = { ...signedIn(), 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  await send(path, own, { jsonrpc: '2.0', method: 'notifications/initialized' });
  return own;
}

interface Asked {
  readonly name: string;
  readonly arguments?: object;
}

const inSession = (path: string, headers: Record<string, string>, call: Asked, isPlain: boolean) => {
  const params = isPlain ? call : { ...call, _meta: { 'example.com/more': 1 } };
  return send(path, headers, { jsonrpc: '2.0', id: 7, method: 'tools/call', params });
};

function stateless(path: string, headers: Record<string, string>, call: Asked, isPlain: boolean) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(!isPlain && { 'example.com/more': 1 }),
  };
  const own = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': call.name };
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { ...call, _meta } };
  return send(path, { ...headers, ...own }, message);
}

/** Without what differs between any two calls. */
const comparable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (name === 'assay/invocationId' ? 'an id' : value));

const calls: Record<string, Asked> = {
  'a success': { name: 'test_simple_text' },
  'blocks of several types': { name: 'test_multiple_content_types', arguments: {} },
  'a success with structure': { name: 'typed', arguments: { n: 2 } },
  'an error of the tool': { name: 'test_error_handling', arguments: {} },
  'wrong arguments': { name: 'typed', arguments: { n: 'many' } },
  'an unknown tool': { name: 'nothing', arguments: {} },
  'a denied tool': { name: 'who', arguments: {} },
};
const paths = { toolset: '/mcp/toolsets/desk', server: '/mcp/servers/acme/all' };

describe.each(Object.entries(paths))('a plain call of a %s', (_, path) => {
  it.each(Object.entries(calls))('in a session is answered as the library would: %s', async (_case, call) => {
    const session = await openSession(path);
    const direct = await inSession(path, session, call, true);
    const library = await inSession(path, session, call, false);
    expect(comparable(direct.body)).toEqual(comparable(library.body));
    expect(direct.status).toBe(library.status);
    expect(library.type).toBe('text/event-stream');
  });

  it.each(Object.entries(calls))('without a session is answered as the library would: %s', async (_case, call) => {
    const direct = await stateless(path, signedIn(), call, true);
    const library = await stateless(path, signedIn(), call, false);
    expect(comparable(direct.body)).toEqual(comparable(library.body));
    expect({ ...direct, body: null }).toEqual({ ...library, body: null });
  });

  it('is one JSON document, which the library answers with a stream', async () => {
    const session = await openSession(path);
    const { type, session: id, body } = await inSession(path, session, { name: 'test_simple_text' }, true);
    expect({ type, id }).toEqual({ type: 'application/json', id: session['mcp-session-id'] });
    expect(body).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } });
  });

  it.each([true, false])('of nobody is refused in the same words (plain: %s)', async (isPlain) => {
    const refused = await stateless(path, {}, { name: 'test_simple_text' }, isPlain);
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const inOne = await inSession(path, await openSession(path), { name: 'test_simple_text' }, isPlain);
    expect(inOne.status).toBe(200);
  });

  it.each([true, false])('in a session that is gone is a 404 (plain: %s)', async (isPlain) => {
    const session = await openSession(path);
    const gone = { ...session, 'mcp-session-id': '00000000-0000-4000-8000-000000000000' };
    const answer = await inSession(path, gone, { name: 'test_simple_text' }, isPlain);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: -32_001 } } });
  });
});

it('hears what a server logs meanwhile, on the stream of its own call', async () => {
  await house.admin.post('/v1/toolsets', { name: 'logs', tools: [{ tool: 'acme/all.test_tool_with_logging' }] });
  const path = paths.server;
  const session = await openSession(path);
  const answer = await fetch(`${house.url}${path}`, {
    method: 'POST',
    headers: { ...media, ...session },
    body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'test_tool_with_logging' } }),
  });
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string));
  expect(messages.map((it) => it.method ?? it.id)).toEqual([...Array(3).fill('notifications/message'), 9]);
});

it('is found by a cancellation that the session sends', async () => {
  const path = paths.server;
  const session = await openSession(path);
  const waiting = inSession(path, session, { name: 'wait', arguments: {} }, true);
  const seen = (word: string) => upstream.lines.includes(word);
  for (const until = Date.now() + 10_000; !seen('waiting') && Date.now() < until; ) await new Promise(setImmediate);
  await send(path, session, {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 7, reason: 'enough' },
  });
  expect(await waiting).toMatchObject({ status: 200, body: { id: 7, result: { isError: true } } });
});
