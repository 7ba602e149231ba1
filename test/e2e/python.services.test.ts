import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope, MadeToolView, RunView } from '@assay/contracts';
import { detectIsolation } from '@assay/isolation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;
const connectTo = mcpClients();
const counting = new CountingApi();

let house: House;
let tools: ComposableTools;
let folder: string;
let agentKey: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-python-data-')));
  writeFileSync(join(folder, 'rates.json'), '{"eur": 2}');
  house = await startHouse({ ASSAY_CODE_FOLDERS: folder });
  tools = await publishComposableTools(house.admin);
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
  const url = await counting.start();
  const wipe = { inputSchema, endpoint: { url: `${url}/plain` }, annotations: { destructiveHint: true } };
  await house.admin.post('/v1/tools', httpManifest('acme/wipe', wipe));
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  agentKey = await house.key('carl');
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
  counting.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Made = MadeToolView & Refusal & { readonly reason?: string; readonly report?: MadeToolView['report'] };

const template = (parts: object = {}) => ({
  ...{ name: 'initials', description: 'The initials of a name, in capitals', language: 'python' },
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  outputSchema: { type: 'object', properties: { initials: { type: 'string' } }, required: ['initials'] },
  code: 'def run(input):\n    return {"initials": "".join(word[0].upper() for word in input["name"].split())}\n',
  tests: [
    { name: 'two words', input: { name: 'ada lovelace' }, output: { initials: 'AL' } },
    { name: 'one word', input: { name: 'Plato' }, output: { initials: 'P' } },
    { name: 'nothing', input: { name: ' ' }, output: { initials: '' } },
  ],
  ...parts,
});
const make = (parts: object = {}) => house.client(agentKey).post<Made>('/v1/made-tools', template(parts));
const call = (tool: string, input: object) =>
  house.client(agentKey).post<Envelope & Refusal>('/v1/invocations', { tool, input });

whereIsolated('code in Python', () => {
  const code = `
import asyncio
w, c = await asyncio.gather(tools["acme/get_weather"]({"location": input["city"]}), tools["acme/count@^1"](n=1))
print(w["city"])
return {"temp": w["temp"], "n": c["n"]}`;

  it('calls tools through the gateway, over REST and MCP', async () => {
    const sent = { code, language: 'python', input: { city: 'Oslo' } };
    const { status, body } = await house.client(agentKey).post<RunView>('/v1/code', sent);
    expect([status, body.status, body.output]).toEqual([200, 'succeeded', { temp: 4, n: 2 }]);
    expect(body.console).toEqual([{ level: 'log', text: 'Oslo' }]);
    expect(body.steps.map((step) => step.tool)).toEqual(['acme/get_weather', 'acme/count']);
    const client = await connectTo(`${house.url}/mcp?tools=code`, agentKey, '2025-11-25');
    const result = (await client.callTool({ name: 'run_code', arguments: sent })) as CallToolResult;
    expect(result.structuredContent).toMatchObject({ status: 'succeeded', output: { temp: 4, n: 2 } });
  });

  it('waits for a person, goes on after a restart by replay, and acts once', async () => {
    const client = house.client(agentKey);
    const waits = `
import random
c = await tools["acme/count@^1"](n=1)
await tools["acme/wipe"](line="wiped")
return [c["n"], random.random()]`;
    const { status, body } = await client.post<RunView>('/v1/code', { code: waits, language: 'python' });
    expect([status, body.status]).toEqual([202, 'awaiting_approval']);
    await house.restart();
    const approval = body.steps.find((it) => it.waitsFor !== undefined)?.waitsFor?.id;
    await house.admin.post(`/v1/approvals/${approval}/decision`, { decision: 'approve' });
    const ended = await eventually(async () => {
      const shown = await house.client(agentKey).get<RunView>(`/v1/runs/${body.id}`);
      return shown.body.endedAt === null ? undefined : shown.body;
    }, 'the run to end');
    expect([ended.status, ended.output]).toEqual(['succeeded', [2, expect.any(Number)]]);
    expect(counting.effects.get('wiped')).toBe(1);
  });

  it('fails with its line, or at a limit', async () => {
    const run = async (text: string) => {
      const sent = { code: text, language: 'python' };
      return (await house.client(agentKey).post<RunView>('/v1/code', sent)).body.error;
    };
    expect(await run('a = 1\nraise ValueError("no")')).toMatchObject({
      code: 'code_failed',
      message: expect.stringMatching(/ValueError: no.*line 2/),
    });
    expect(await run('while True: pass')).toMatchObject({ code: 'code_limit' });
  });
});

whereIsolated('a tool made in Python', () => {
  it('is validated in all four parts, and called by its maker', async () => {
    const { status, body } = await make();
    expect([status, body.score, body.tier, body.report?.fuzzing.passed]).toEqual([201, 1, 0, 100]);
    expect((await call(body.tool, { name: 'grace hopper' })).body.output).toEqual({ initials: 'GH' });
  });

  it('is refused for what its syntax tree says, before it runs', async () => {
    const { status, body } = await make({
      code: 'import os, socket\nfrom js import fetch\n\ndef run(input):\n    return eval("1")\n',
    });
    expect([status, body.code, body.reason]).toEqual([422, 'made_tool_refused', 'static_analysis_failure']);
    expect(body.report?.static.findings.map(({ rule, line }) => [rule, line])).toEqual([
      ...[
        ['undeclared-import', 1],
        ['undeclared-import', 1],
        ['undeclared-import', 2],
        ['refused-name', 5],
      ],
    ]);
    const syntax = await make({ code: 'def run(input)\n  return 1' });
    expect(syntax.body.report?.static.findings).toEqual([expect.objectContaining({ rule: 'syntax', line: 1 })]);
    const named = await make({ dependencies: ['numpy'] });
    expect([named.status, named.body.errors?.[0]?.path]).toEqual([422, '/dependencies/0']);
  });

  it('is refused for its types, at their lines and against its schemas', async () => {
    const findings = async (code: string) => {
      const { status, body } = await make({ name: 'typed', code });
      expect([status, body.code, body.reason]).toEqual([422, 'made_tool_refused', 'static_analysis_failure']);
      return body.report?.static.findings.map(({ rule, line, message }) => [rule, line, message.split('\n')[0]]);
    };
    const wrong = 'def run(input):\n    size = len(input["name"]) + "a"\n    return {"initials": size}\n';
    expect(await findings(wrong)).toEqual([['types', 2, expect.stringContaining('Operator "+" not supported')]]);
    expect(await findings('def run(input):\n    return input["name"].upper() and [1]\n')).toEqual([
      ['types', undefined, expect.stringContaining('does not fit the schemas')],
    ]);
  });

  it('shows the smallest input that crashes it', async () => {
    const { body } = await make({
      code: 'def run(input):\n    name = input["name"]\n    first = name[len(name)] if len(name) > 20 else name[:1]\n    return {"initials": first}\n',
      tests: ['a', 'b', ''].map((name) => ({ name: `it is ${name}`, input: { name }, output: { initials: name } })),
    });
    expect(body.reason).toBe('insufficient_validation_score');
    const [crash] = body.report?.fuzzing.failures ?? [];
    expect(crash).toMatchObject({ isCrash: true, message: expect.stringContaining('IndexError') });
    expect((crash?.input as { name: string } | undefined)?.name.length).toBeLessThan(64);
  });

  it('reads declared folders in tier 1, and passes the host to nobody', async () => {
    const path = join(folder, 'rates.json');
    const parts = {
      name: 'rate',
      inputSchema: { type: 'object', properties: { path: { type: 'string', const: path } }, required: ['path'] },
      outputSchema: { type: 'object', properties: { eur: { type: 'integer' } }, required: ['eur'] },
      code: 'import json\n\nasync def run(input, host):\n    return {"eur": json.loads(await host.files.read(input["path"]))["eur"]}\n',
      access: { folders: [folder] },
      tests: ['a', 'b', 'c'].map((name) => ({
        ...{ name, input: { path }, output: { eur: 3 } },
        answers: [{ call: 'files.read', argument: path, value: '{"eur": 3}' }],
      })),
    };
    const { status, body } = await make(parts);
    expect([status, body.tier, body.report?.tier.why]).toEqual([
      ...[201, 1, 'It reads files (host.files.read, line 4).'],
    ]);
    expect((await call(body.tool, { path })).body.output).toEqual({ eur: 2 });
    const passed = await make({ ...parts, code: 'def run(input, host):\n    return str(host)\n' });
    expect(passed.body.report?.static.findings.map(({ rule }) => rule)).toEqual(['host-use']);
  });
});
