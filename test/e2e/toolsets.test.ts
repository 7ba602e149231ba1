import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditRecordView, Envelope, Problem, ToolsetView } from '@assay/contracts';
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
let key: string;
const open: Client[] = [];

const tools = [
  { tool: 'acme/local.add@^1', as: 'add_to_ten', preset: { b: 10 } },
  { tool: 'acme/local.add' },
  { tool: 'acme/local.echo' },
];

beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-toolsets-'));
  key = await house.key('carl');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', stdioUpstream('plain', join(folder, 'effects.log')), 'local');
  const made = await house.admin.post('/v1/toolsets', { name: 'desk', description: 'For the desk', tools });
  expect(made.status).toBe(201);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await house.stop();
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
});

type Revision = '2025-11-25' | '2026-07-28';

async function connect(revision: Revision, name = 'desk', credential = key) {
  let reports = 0;
  const negotiation = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const onChanged = () => {
    reports += 1;
  };
  const client = new Client(
    { name: 'assay-e2e', version: '1.0.0' },
    { ...negotiation, listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${credential}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${house.url}/mcp/toolsets/${name}`), { requestInit }),
  );
  open.push(client);
  return { client, reports: () => reports };
}

const use = async (client: Client, name: string, input: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: input })) as CallToolResult;
const textOf = ({ content: [block] }: CallToolResult): string => (block?.type === 'text' ? block.text : '');
const namesOf = async (client: Client) => (await client.listTools()).tools.map((it) => it.name);

describe.each<Revision>(['2025-11-25', '2026-07-28'])('a client of a toolset that speaks %s', (revision) => {
  it('sees its tools as plain MCP tools, each with its own schema', async () => {
    const { client } = await connect(revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toBe('For the desk');
    const shown = (await client.listTools()).tools;
    expect(shown.map((it) => it.name)).toEqual(['add_to_ten', 'add', 'echo']);
    expect(Object.keys(shown[0]?.inputSchema.properties ?? {})).toEqual(['a']);
    expect(shown[0]?.inputSchema.required).toEqual(['a']);
    expect(shown[1]?.inputSchema.required).toEqual(['a', 'b']);
    expect(shown[1]?.outputSchema).toMatchObject({ type: 'object' });
  });

  it('calls them through the gateway, with what is preset, and the record knows', async () => {
    const { client } = await connect(revision);
    const called = await use(client, 'add_to_ten', { a: 5 });
    expect(called).toMatchObject({ structuredContent: { sum: 15 }, isError: false });
    expect(called._meta).toMatchObject({
      'assay/confidence': 1,
      'assay/tool': expect.stringMatching(/^acme\/local\.add@/),
    });
    const id = called._meta?.['assay/invocationId'] as string;
    const { body } = await house.client(key).get<Envelope>(`/v1/invocations/${id}`);
    expect(body).toMatchObject({ status: 'succeeded', output: { sum: 15 } });
    const records = await everyRow<AuditRecordView>(house.admin, '/v1/audit?action=tool.call');
    expect(records.some(({ details, principal }) => details.invocationId === id && principal === 'carl')).toBe(true);
  });

  it("reports a call's problem in a readable result", async () => {
    const { client } = await connect(revision);
    const overriding = await use(client, 'add_to_ten', { a: 5, b: 1 });
    expect([overriding.isError, textOf(overriding)]).toEqual([true, expect.stringContaining('preset by the toolset')]);
    const wrong = await use(client, 'add', { a: {} });
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringMatching(/^invalid_input: /)]);
    expect(wrong._meta?.['assay/error']).toMatchObject({ code: 'invalid_input', errors: expect.any(Array) });
    await expect(use(client, 'local.add', {})).rejects.toThrow('has no tool "local.add"');
  });

  it('is notified when the set changes, and then sees its contents', async () => {
    const name = `changing-${revision}`;
    await house.admin.post('/v1/toolsets', { name, tools: [{ tool: 'acme/local.echo' }] });
    const { client, reports } = await connect(revision, name);
    expect(await namesOf(client)).toEqual(['echo']);
    let as = 0;
    await eventually(async () => {
      as += 1;
      await house.admin.put(`/v1/toolsets/${name}`, { tools: [{ tool: 'acme/local.echo', as: `echo_${as}` }] });
      return reports() > 0 || undefined;
    }, 'the client is told');
    expect(await namesOf(client)).toEqual([`echo_${as}`]);
    await house.admin.delete(`/v1/toolsets/${name}`);
    await expect(client.listTools()).rejects.toThrow();
  });

  it('does not see what was revoked, and cannot call it', async () => {
    const tool = `acme/passing-${revision}`;
    await house.admin.post('/v1/tools', httpManifest(tool));
    const name = `passing-${revision}`;
    await house.admin.post('/v1/toolsets', { name, tools: [{ tool, as: 'passing' }, { tool: 'acme/local.echo' }] });
    const { client } = await connect(revision, name, house.adminKey);
    expect(await namesOf(client)).toEqual(['passing', 'echo']);
    await house.admin.post('/v1/revocations', { target: tool, reason: 'It loses orders.' });
    expect(await namesOf(client)).toEqual(['echo']);
    expect(textOf(await use(client, 'passing', {}))).toMatch(/^version_revoked/);
  });
});

describe('a toolset’s address', () => {
  it('is nothing to strangers, and to who has no key', async () => {
    await house.admin.post('/v1/organisations', { name: 'elsewhere' });
    const stranger = await house.key('eve', { organisation: 'elsewhere' });
    for (const credential of [stranger, '']) {
      await expect(connect('2025-11-25', 'desk', credential)).rejects.toThrow();
      await expect(connect('2026-07-28', 'desk', credential)).rejects.toThrow();
    }
  });

  it('does not open with a session of another address', async () => {
    await house.admin.post('/v1/toolsets', { name: 'other', tools: [{ tool: 'acme/local.echo' }] });
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' };
    const post = (path: string, body: object, more: Record<string, string> = {}) =>
      fetch(`${house.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const clientInfo = { name: 'x', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const opened = await post('/mcp/toolsets/desk', { id: 1, method: 'initialize', params });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') as string };
    const list = { id: 2, method: 'tools/list' };
    expect((await post('/mcp/toolsets/desk', list, session)).status).toBe(200);
    expect((await post('/mcp/toolsets/other', list, session)).status).toBe(404);
    expect((await post('/mcp', list, session)).status).toBe(404);
  });
});

describe('toolsets over REST', () => {
  it('tells every problem with its place, and changes nothing', async () => {
    const wrong = [{ tool: 'acme/none' }, { tool: 'acme/local.add', preset: { a: 'x', c: 1 } }];
    const refused = await house.admin.post<Problem>('/v1/toolsets', { name: 'wrong', tools: wrong });
    expect(refused.status).toBe(422);
    const paths = refused.body.errors?.map((it) => it.path);
    expect(paths).toEqual(['/tools/0/tool', '/tools/1/preset/c', '/tools/1/preset/a']);
    expect((await house.admin.get('/v1/toolsets/wrong')).status).toBe(404);
  });

  it('is there after a restart', async () => {
    const before = await house.admin.get<ToolsetView>('/v1/toolsets/desk');
    await house.restart();
    const after = await house.admin.get<ToolsetView>('/v1/toolsets/desk');
    expect(after.body).toEqual({ ...before.body, url: `${house.url}/mcp/toolsets/desk` });
    expect(after.body.tools).toMatchObject([{ as: 'add_to_ten', preset: { b: 10 } }, { as: 'add' }, { as: 'echo' }]);
  });
});
