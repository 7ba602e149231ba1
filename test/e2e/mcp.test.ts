import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditRecordView, Envelope } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { httpManifest } from '../fixtures/manifests.js';
import { everyRow } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

let house: House;
let folder: string;
let effects: string;
let key: string;
const open: Client[] = [];

beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'));
  effects = join(folder, 'effects.log');
  key = await house.key('carl');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', stdioUpstream('plain', effects), 'local');
  await house.admin.post('/v1/namespaces', { name: 'open', visibility: 'public' });
  await house.admin.post('/v1/tools', httpManifest('open/adder', { description: 'Adds two numbers in public' }));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});

const revisions = ['2025-11-25', '2026-07-28'] as const;
type Revision = (typeof revisions)[number];

async function connect(revision: Revision, credential: string | undefined = key): Promise<Client> {
  const options = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const client = new Client({ name: 'assay-e2e', version: '1.0.0' }, options);
  const headers = credential === '' ? undefined : { authorization: `Bearer ${credential}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit: { ...(headers && { headers }) } }),
  );
  open.push(client);
  return client;
}

type Structured = Record<string, unknown> & {
  results: { tool: string }[];
  tools: Record<string, unknown>[];
  error: Envelope['error'];
};
async function use(client: Client, name: string, input: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { isError: result.isError === true, text, structured: result.structuredContent as Structured };
}

const effectLines = () => (existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : []);
const effect = (line: string, from: number) =>
  eventually(() => effectLines().slice(from).includes(line) || undefined, `the upstream writes "${line}"`);

describe.each(revisions)('an agent that speaks %s', (revision) => {
  it('is served by the revision it requested, with a description of the server', async () => {
    const client = await connect(revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'assay' });
    expect(client.getInstructions()).toMatch(/search_tools/);
  });

  it('is offered the tools that most sessions need, with schemas of what they take and return', async () => {
    const { tools } = await (await connect(revision)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'describe_tools',
      'call_tool',
      'show_call',
      'read_output',
      'execute_tool_plan',
      'run_composition',
      'show_run',
      'rate_tool',
    ]);
    for (const { inputSchema, outputSchema, description } of tools) {
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
      expect(description?.length).toBeGreaterThan(20);
    }
  });

  it('searches, describes and calls', async () => {
    const client = await connect(revision);
    const found = await use(client, 'search_tools', { query: 'add two numbers', detail: 'summary' });
    expect(found.structured.results[0]).toMatchObject({ tool: 'acme/local.add', callable: 'yes' });
    expect(found.text).toMatch(/^1\. acme\/local\.add@1\.0\.0: /);
    const described = await use(client, 'describe_tools', { tools: ['acme/local.add@^1', 'acme/none'] });
    expect(described.structured.tools).toMatchObject([
      { tool: 'acme/local.add', version: '1.0.0', inputSchema: { required: ['a', 'b'] } },
      { tool: 'acme/none', error: expect.any(String) },
    ]);
    const discoveryId = found.structured.discoveryId;
    const called = await use(client, 'call_tool', { tool: 'acme/local.add', input: { a: 2, b: 3 }, discoveryId });
    expect(called).toMatchObject({
      isError: false,
      text: '5\n{"sum":5}',
      structured: { status: 'succeeded', output: { sum: 5 } },
    });
    const records = await everyRow<AuditRecordView>(house.admin, '/v1/audit?action=tool.call');
    expect(records.find(({ details }) => details.invocationId === called.structured.id)).toMatchObject({
      principal: 'carl',
      details: { discoveryId },
    });
    const shown = await house.client(key).get(`/v1/invocations/${called.structured.id}`);
    expect(shown).toMatchObject({ status: 200, body: { output: { sum: 5 } } });
  });

  it('reads what was wrong with its arguments, and goes on', async () => {
    const client = await connect(revision);
    const unfit = await use(client, 'call_tool', { tool: 'acme/local.add', input: { a: 'two' } });
    expect(unfit).toMatchObject({ isError: true, structured: { status: 'failed', error: { code: 'invalid_input' } } });
    const unknownField = await use(client, 'search_tools', { query: 'x', color: 'red' });
    expect(unknownField).toMatchObject({ isError: true, structured: { error: { code: 'invalid_request' } } });
    expect(unknownField.text).toMatch(/color/);
    expect((await use(client, 'search_tools', {})).isError).toBe(true);
    const missing = await use(client, 'call_tool', { tool: 'acme/none', input: {} });
    expect(missing).toMatchObject({ isError: true, structured: { error: { code: 'not_found' } } });
    const failing = await use(client, 'call_tool', { tool: 'acme/local.fail', input: {} });
    expect(failing).toMatchObject({ isError: true, structured: { error: { code: 'upstream_rejected' } } });
    const late = await use(client, 'call_tool', { tool: 'acme/local.hang', input: {}, deadlineMs: 100 });
    expect(late).toMatchObject({ isError: true, structured: { error: { code: 'deadline_exceeded' } } });
    await expect(client.callTool({ name: 'acme/local.add', arguments: {} })).rejects.toThrow(/use search_tools/);
    expect((await use(client, 'call_tool', { tool: 'acme/local.echo', input: { message: 'ok' } })).text).toBe('ok');
  });

  it('without a credential finds public tools only, and calls none', async () => {
    const client = await connect(revision, '');
    const found = await use(client, 'search_tools', { query: 'add two numbers', constraints: { minTrust: 0 } });
    expect(found.structured.results.map(({ tool }) => tool)).toEqual(['open/adder']);
    expect(found.structured.totalCandidates).toBe(1);
    const described = await use(client, 'describe_tools', { tools: ['acme/local.add'] });
    expect(described.isError).toBe(true);
    await expect(use(client, 'call_tool', { tool: 'open/adder', input: { item: 'x' } })).rejects.toThrow(/401|Sign in/);
  });

  it('with a wrong credential is refused', async () => {
    await expect(connect(revision, 'assay_wrong')).rejects.toThrow();
  });

  it('with a key that may not call finds but does not call', async () => {
    const client = await connect(revision, await house.key('rita', { role: 'reader' }));
    expect(
      (await use(client, 'search_tools', { query: 'add two numbers' })).structured.results.map(({ tool }) => tool),
    ).toContain('acme/local.add');
    const called = await use(client, 'call_tool', { tool: 'acme/local.add', input: { a: 1, b: 1 } });
    expect(called).toMatchObject({ isError: true, structured: { error: { code: 'forbidden' } } });
  });

  it('cancels, and the upstream hears of it', async () => {
    const client = await connect(revision);
    const from = effectLines().length;
    const wanted = new AbortController();
    const call = client.callTool(
      { name: 'call_tool', arguments: { tool: 'acme/local.slow', input: { ms: 60_000 } } },
      { signal: wanted.signal },
    );
    await effect('started', from);
    wanted.abort();
    await expect(call).rejects.toThrow();
    await effect('cancelled', from);
    expect((await use(client, 'call_tool', { tool: 'acme/local.echo', input: { message: 'on' } })).text).toBe('on');
  });

  it('keeps many calls at once apart', async () => {
    const client = await connect(revision);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        use(client, 'call_tool', { tool: 'acme/local.echo', input: { message: `m${at}` } }),
      ),
    );
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 30 }, (_, at) => `m${at}`));
  });
});

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Bytes as they are: `fetch` lets nobody choose the Host header. */
function raw(method: string, headers: Record<string, string>, body?: unknown): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${house.url}/mcp`,
      { method, timeout: 3_000, headers: { ...(body === undefined ? accepting : sending), ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`No answer to ${method} ${JSON.stringify(body)}`)));
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const accepting = { accept: 'application/json, text/event-stream' };
const sending = { ...accepting, 'content-type': 'application/json' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });

describe('a session', () => {
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const echo = {
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: { name: 'call_tool', arguments: { tool: 'acme/local.echo', input: { message: 'x' } } },
  };
  const start = async () => {
    const answer = await raw('POST', bearer(key), initialize);
    expect(answer.status).toBe(200);
    return answer.headers['mcp-session-id'] as string;
  };

  it('belongs to its principal: for everybody else it is 404, and a call without a credential is challenged first', async () => {
    const session = { 'mcp-session-id': await start() };
    expect((await raw('POST', { ...bearer(key), ...session }, list)).status).toBe(200);
    const other = bearer(await house.key('eve'));
    for (const headers of [{ ...other, ...session }, session, { ...bearer(house.adminKey), ...session }]) {
      expect((await raw('POST', headers, list)).status).toBe(404);
      expect((await raw('POST', headers, echo)).status).toBe(headers === session ? 401 : 404);
      expect((await raw('DELETE', headers)).status).toBe(404);
    }
    expect((await raw('POST', { ...bearer(key), ...session }, echo)).status).toBe(200);
  });

  it('ends when it is deleted, and one that never was is 404', async () => {
    const session = { ...bearer(key), 'mcp-session-id': await start() };
    expect((await raw('DELETE', session)).status).toBe(200);
    expect((await raw('POST', session, echo)).status).toBe(404);
    expect((await raw('POST', { ...bearer(key), 'mcp-session-id': 'never-was' }, echo)).status).toBe(404);
  });

  it('ends with its key: a revoked one is refused in mid-session', async () => {
    const { body } = await house.admin.post<{ id: string; key: string }>('/v1/keys', {
      principal: { kind: 'agent', name: 'brief' },
      role: 'caller',
    });
    const answer = await raw('POST', bearer(body.key), initialize);
    const session = { ...bearer(body.key), 'mcp-session-id': answer.headers['mcp-session-id'] as string };
    expect((await raw('POST', session, list)).status).toBe(200);
    await house.admin.delete(`/v1/keys/${body.id}`);
    const refused = await raw('POST', session, echo);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('uses what its key allows now, not when it began', async () => {
    const session = { 'mcp-session-id': await start() };
    const narrower = bearer(await house.key('carl', { role: 'reader' }));
    const answer = await raw('POST', { ...narrower, ...session }, echo);
    expect(answer.body).toContain('forbidden');
  });
});

describe('the address', () => {
  it.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Host with our port', { host: 'evil.example:80' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an Origin that is none', { origin: 'null' }],
  ])('is refused to %s', async (_, headers) => {
    const answer = await raw('POST', { ...bearer(key), ...headers }, initialize);
    expect({ status: answer.status, code: JSON.parse(answer.body).code }).toEqual({
      status: 403,
      code: 'address_forbidden',
    });
  });

  it('is open to its own Origin and to localhost', async () => {
    const { port } = new URL(house.url);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
      expect((await raw('POST', { ...bearer(key), host, origin: `http://${host}` }, initialize)).status).toBe(200);
  });

  it('answers broken requests with a client error, not with 5xx', async () => {
    const bodies: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { jsonrpc: '2.0' },
      { jsonrpc: '1.0', id: 1, method: 'x' },
      [initialize, initialize],
    ];
    for (const body of bodies) {
      const { status } = await raw('POST', bearer(key), body);
      expect({ body, ok: status >= 400 && status < 500 }).toEqual({ body, ok: true });
    }
    const { status } = await raw('PUT', bearer(key), {});
    expect(status >= 400 && status < 500).toBe(true);
  });
});
