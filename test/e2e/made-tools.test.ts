import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Envelope, ExportedTool, MadeToolView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

let house: House;
let makerKey: string;
let otherKey: string;
let reviewerKey: string;
const connectTo = mcpClients();

beforeAll(async () => {
  house = await startHouse();
  makerKey = await house.key('carl');
  otherKey = await house.key('dora');
  const scopes = ['approvals:decide', 'registry:publish', 'registry:read'] as const;
  reviewerKey = await house.key('pia', { principal: { kind: 'user', name: 'pia' }, scopes: [...scopes] });
});
afterAll(() => house.stop());

const template = (parts: object = {}) => ({
  ...{ name: 'initials', description: 'The initials of a person’s name, in capitals', language: 'typescript' },
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  outputSchema: { type: 'object', properties: { initials: { type: 'string' } }, required: ['initials'] },
  code: `export default function ({ name }: { name: string }): { initials: string } {
  const words = name.split(/\\s+/).filter((word) => word !== '');
  return { initials: words.map((word) => [...word][0].toUpperCase()).join('') };
}`,
  tests: [
    { name: 'two words', input: { name: 'ada lovelace' }, output: { initials: 'AL' } },
    { name: 'one word', input: { name: 'Plato' }, output: { initials: 'P' } },
    { name: 'nothing', input: { name: ' ' }, output: { initials: '' } },
  ],
  ...parts,
});
type Made = MadeToolView & Refusal & { readonly reason?: string; readonly report?: MadeToolView['report'] };
const make = (parts: object = {}) => house.client(makerKey).post<Made>('/v1/made-tools', template(parts));
const call = (key: string, tool: string, input: object, more: object = {}) =>
  house.client(key).post<Envelope & Refusal>('/v1/invocations', { tool, input, ...more });

describe('a made tool', () => {
  it('is validated, and then called by its maker alone through the gateway', async () => {
    const { status, body } = await make();
    expect([status, body.status, body.score, body.tier, body.createdBy]).toEqual([
      201,
      'ephemeral',
      1,
      0,
      'agent:carl',
    ]);
    expect(body.report).toMatchObject({ tests: { passed: 3 }, fuzzing: { passed: 100, total: 100 } });
    const made = await call(makerKey, body.tool, { name: 'grace brewster hopper' }, { session: 's1' });
    expect([made.status, made.body.output, made.body.version]).toEqual([200, { initials: 'GBH' }, '0.1.0']);
    expect((await call(makerKey, body.tool, {})).body.code).toBe('invalid_input');
    expect((await call(otherKey, body.tool, { name: 'x' })).status).toBe(404);
    expect((await house.client(otherKey).get(`/v1/made-tools/${body.id}`)).status).toBe(404);
    const found = await house
      .client(otherKey)
      .post<{ results: { tool: string }[] }>('/v1/discover', { query: 'initials of a name' });
    expect(found.body.results.map(({ tool }) => tool)).not.toContain(body.tool);
    const { uses } = await eventually(async () => {
      const { body: shown } = await house.client(makerKey).get<Made>(`/v1/made-tools/${body.id}`);
      return shown.uses?.sessions === 0 ? undefined : shown;
    }, 'the use is counted');
    expect(uses).toMatchObject({ sessions: 1, inputs: 1 });
    const { body: listed } = await house.client(makerKey).get<{ items: Made[] }>('/v1/made-tools');
    expect(listed.items.map(({ id }) => id)).toEqual([body.id]);
  });

  it('shows its reviewers what changed since its version before', async () => {
    const { body: first } = await make({ name: 'marks' });
    expect(first.previous).toBeUndefined();
    const { body } = await make({ name: 'marks', code: `// In capitals\n${template().code}` });
    expect([first.version, body.version, body.detail]).toEqual(['0.1.0', '0.2.0', undefined]);
    const { body: shown } = await house.admin.get<Made>(`/v1/made-tools/${body.id}`);
    expect([shown.detail, shown.previous?.version]).toEqual([undefined, '0.1.0']);
    expect(shown.previous?.diff).toMatch(
      /^--- code 0\.1\.0\n\+\+\+ code 0\.2\.0\n@@ .* @@\n\+\/\/ In capitals\n export/,
    );
  });

  it('imports what ships for it, pinned in its manifest', async () => {
    const { status, body } = await make({
      name: 'sum',
      dependencies: ['decimal.js'],
      code: `import Decimal from 'decimal.js';
export default ({ name }: Input): Output => ({ initials: new Decimal(0.1).plus(name.length).toString() });`,
      tests: ['', 'a', 'ab'].map((name) => ({
        name: `of "${name}"`,
        input: { name },
        output: { initials: `${name.length || ''}.1`.replace(/^\./, '0.') },
      })),
    });
    expect([status, body.score]).toEqual([201, 1]);
    expect((await call(makerKey, body.tool, { name: 'abcd' })).body.output).toEqual({ initials: '4.1' });
  });

  it('is exported as a package that serves it without Assay', async () => {
    const { body } = await make({ name: 'alone' });
    const path = `/v1/made-tools/${body.id}/export`;
    expect((await house.client(otherKey).get(path)).status).toBe(404);
    const exported = await house.client(makerKey).get<ExportedTool>(path);
    const folder = await mkdtemp(join(tmpdir(), 'assay-exported-'));
    for (const file of exported.body.files) await writeFile(join(folder, file.path), file.text);
    // In the place of npm install.
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const client = new Client({ name: 'test', version: '1.0.0' });
    const started = { command: process.execPath, args: ['server.mjs'], cwd: folder, env: {} };
    await client.connect(new StdioClientTransport(started));
    const { tools } = await client.listTools();
    const right = await client.callTool({ name: 'alone', arguments: { name: 'ada lovelace' } });
    const wrong = await client.callTool({ name: 'alone', arguments: {} });
    await client.close();
    expect(tools).toMatchObject([{ name: 'alone', description: body.template.description }]);
    expect(right.structuredContent).toEqual({ initials: 'AL' });
    expect(wrong.isError).toBe(true);
    const tested = await promisify(execFile)(process.execPath, ['--test'], { cwd: folder });
    expect(tested.stdout).toMatch(/pass 3\b/);
    await rm(folder, { recursive: true });
  });

  it('is described to a model only where there is one', async () => {
    const asked = { description: 'Initials of a person’s name' };
    const answer = await house.client(makerKey).post<Refusal>('/v1/made-tools/describe', asked);
    expect([answer.status, answer.body.code]).toEqual([501, 'not_implemented']);
    const short = await house.client(makerKey).post<Refusal>('/v1/made-tools/describe', { description: 'x' });
    expect(short.body.code).toBe('invalid_request');
  });

  it('needs uses and a reviewer to be promoted, and may be denied', async () => {
    const { body } = await make({ name: 'second' });
    const path = `/v1/made-tools/${body.id}/promote`;
    const early = await house.client(reviewerKey).post<Refusal>(path, { decision: 'approve', name: 'acme/initials' });
    expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('3 sessions (0 so far)')]);
    expect((await house.client(makerKey).post(path, { decision: 'deny' })).status).toBe(403);
    const denied = await house.client(reviewerKey).post<Made>(path, { decision: 'deny', reason: 'there is one' });
    expect([denied.body.status, denied.body.decision]).toEqual([
      'denied',
      expect.objectContaining({ by: 'user:pia', reason: 'there is one' }),
    ]);
    expect((await house.client(reviewerKey).post(path, { decision: 'deny' })).status).toBe(409);
  });

  it.each([
    ['a critical finding', { code: 'export default () => eval("1")' }, 'static_analysis_failure'],
    [
      'wrong types',
      { code: 'export default ({ name }: Input) => ({ initials: name.length })' },
      'static_analysis_failure',
    ],
    [
      'a crash',
      { code: 'export default ({ name }) => ({ initials: name.trim()[0].toUpperCase() })', language: 'javascript' },
      'insufficient_validation_score',
    ],
    [
      'code that hangs',
      {
        code: 'export default ({ name }) => { while (name.length > 100) {} return { initials: name }; }',
        language: 'javascript',
        limits: { cpuMs: 50, timeoutMs: 500 },
      },
      'insufficient_validation_score',
    ],
  ])('is refused for %s, with the report', async (_what, parts, reason) => {
    const { status, body } = await make(parts);
    expect([status, body.code, body.reason]).toEqual([422, 'made_tool_refused', reason]);
    expect(body.report?.score).toBeLessThan(1);
  });

  it.each([
    ['too few tests', { tests: [] }],
    ['a name with a namespace', { name: 'acme/x' }],
    ['an unknown dependency', { dependencies: ['lodash'] }],
    ['a dependency that looks like another one', { dependencies: ['dеcimal.js'] }],
    ['a test that does not fit', { tests: [1, 2, 3].map((n) => ({ name: `${n}`, input: { name: n }, output: {} })) }],
    ['a schema that is none', { inputSchema: { type: 'nothing' } }],
  ])('is not looked at with %s', async (_what, parts) => {
    expect((await make(parts)).body.code).toBe('invalid_request');
  });

  it('is made over MCP, listed on request', async () => {
    const client = await connectTo(`${house.url}/mcp?tools=making`, makerKey, '2025-11-25');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('make_tool');
    const made = (await client.callTool({
      name: 'make_tool',
      arguments: template({ name: 'third' }),
    })) as CallToolResult;
    expect(made.structuredContent).toMatchObject({ score: 1, version: '0.1.0' });
    const { tool } = made.structuredContent as { tool: string };
    const used = (await client.callTool({
      name: 'call_tool',
      arguments: { tool, arguments: { name: 'a b' } },
    })) as CallToolResult;
    expect(JSON.stringify(used.content)).toContain('AB');
  });
});

describe('a tool that is published with its code', () => {
  const manifest = (endpoint: object) => ({
    ...{ name: 'acme/half', version: '1.0.0', description: 'Half of a number', protocol: 'sandbox', endpoint },
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  });

  it('is checked like one that an agent makes', async () => {
    await house.admin.post('/v1/namespaces', { name: 'acme' });
    const code = 'export default ({ n }) => ({ half: n / 2 });';
    const publish = (endpoint: object) => house.admin.post<Refusal>('/v1/tools', manifest(endpoint));
    const wrong = await publish({ code: `${code}\nrequire('fs');`, tier: 0 });
    expect([wrong.status, wrong.body.code, wrong.body.errors?.map(({ path }) => path)]).toEqual([
      ...[422, 'invalid_manifest', expect.arrayContaining(['/endpoint/code'])],
    ]);
    const higher = await publish({ code, tier: 2 });
    expect(higher.body.errors).toEqual([{ path: '/endpoint/tier', message: 'must be 0: It only computes.' }]);
    const previewed = await house.admin.post<{ ok: boolean }>('/v1/tools/check', manifest({ code, tier: 2 }));
    expect(previewed.body.ok).toBe(false);
    expect((await publish({ code, tier: 0 })).status).toBe(201);
    const { body } = await house.admin.post<Envelope>('/v1/invocations', { tool: 'acme/half', input: { n: 3 } });
    expect(body.output).toEqual({ half: 1.5 });
  });
});
