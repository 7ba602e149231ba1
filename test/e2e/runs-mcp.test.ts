import type { RunView } from '@assay/contracts';
import { o200kTokens } from '@assay/models';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { type McpRevision, mcpClients, mcpRevisions } from './mcp-clients.js';

let house: House;
let tools: ComposableTools;
let key: string;
const counting = new CountingApi();
const connectTo = mcpClients();

beforeAll(async () => {
  house = await startHouse();
  tools = await publishComposableTools(house.admin);
  const endpoint = { url: `${await counting.start()}/plain` };
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  for (const [name, destructiveHint] of [
    ['note', false],
    ['wipe', true],
  ] as const) {
    const parts = { inputSchema, endpoint, annotations: { destructiveHint } };
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  key = await house.key('carl');
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
  counting.stop();
});

const connect = (revision: McpRevision) => connectTo(`${house.url}/mcp`, key, revision);

const plan = {
  steps: [
    { id: 'tokyo', tool: 'acme/get_weather', arguments: '{"location": "Tokyo"}' },
    { id: 'both', tool: 'acme/compare_data', arguments: { data_a: '$ref:tokyo', data_b: '$ref:tokyo.temp' } },
  ],
  output_steps: ['both'],
};

describe.each(mcpRevisions)('execute_tool_plan for a client of %s', (revision) => {
  const use = async (client: Client, name: string, input: object, options: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...input } }, options);
    const { content, structuredContent, isError } = result as CallToolResult;
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return { text, run: structuredContent as unknown as RunView, isError };
  };

  it('answers the run, its output steps as text, and tells progress to who asks for it', async () => {
    const client = await connect(revision);
    const plain = await use(client, 'execute_tool_plan', plan);
    expect(plain.run).toMatchObject({ status: 'succeeded', outputs: { both: { status: 'succeeded' } } });
    expect(plain.text).toBe('both: {"comparison":[{"city":"Tokyo","temp":5,"condition":"sunny"},5]}');
    expect(plain.isError).toBe(false);
    const heard: unknown[] = [];
    await use(client, 'execute_tool_plan', plan, { onprogress: (progress: unknown) => heard.push(progress) });
    expect(heard).toEqual([
      { progress: 1, total: 2, message: 'tokyo: succeeded' },
      { progress: 2, total: 2, message: 'both: succeeded' },
    ]);
  });

  it('puts a pointer in the place of an output that would fill a context, and reads it by range', async () => {
    const client = await connect(revision);
    const text = 'long '.repeat(60_000);
    const steps = [
      { id: 'short', tool: 'acme/process', arguments: { data: 1 } },
      { id: 'one', tool: 'acme/process', arguments: { data: text } },
      { id: 'two', tool: 'acme/compare_data', arguments: { data_a: '$ref:one', data_b: '$ref:one' } },
      { id: 'long', tool: 'acme/compare_data', arguments: { data_a: '$ref:two', data_b: '$ref:two' } },
      { id: 'middle', tool: 'acme/process', arguments: { data: 'm'.repeat(9_000) } },
    ];
    const { run, text: reports } = await use(client, 'execute_tool_plan', {
      ...{ steps, output_steps: ['short', 'long', 'middle'] },
    });
    expect(run.outputs.short).toEqual({ status: 'succeeded', output: { processed: 1 } });
    expect(run.outputs.long).toMatchObject({ status: 'succeeded', pointer: { bytes: 1_200_118 } });
    expect(reports).toMatch(/long: \{"comparison"[\s\S]*longer than the \d+ tokens .* read_output \{"id"/);
    expect(reports).toContain(`middle: {"processed":"${'m'.repeat(9_000)}"}`);
    expect(run.outputs.middle).toEqual({ status: 'succeeded', output: { processed: 'm'.repeat(9_000) } });
    expect((await o200kTokens())(reports)).toBeLessThan(20_000);
    const id = run.outputs.long?.pointer?.id;
    const read = await use(client, 'read_output', { id, range: 'bytes=0-20' });
    expect(read.text).toContain('{"comparison":[');
    const again = await use(client, 'show_run', { id: run.id });
    expect(again.run.outputs.long?.pointer?.digest).toBe(run.outputs.long?.pointer?.digest);
  });

  it('refuses a plan with every problem, as a result the model can read', async () => {
    const client = await connect(revision);
    const steps = [
      { id: 'a', tool: 'acme/none', arguments: '$ref:b' },
      { id: 'a', tool: 'acme/count', arguments: {} },
    ];
    const refused = await use(client, 'execute_tool_plan', { steps });
    expect(refused.isError).toBe(true);
    expect(refused.run).toMatchObject({ error: { code: 'invalid_request', errors: expect.any(Array) } });
    expect((await use(client, 'execute_tool_plan', { steps: [] })).isError).toBe(true);
  });

  it('states where a person decides, and show_run the outcome', async () => {
    const client = await connect(revision);
    const steps = [{ id: 'w', tool: 'acme/wipe', arguments: { line: revision } }];
    const waiting = await use(client, 'execute_tool_plan', { steps });
    expect(waiting.run.status).toBe('awaiting_approval');
    expect(waiting.text).toMatch(/show_run[\s\S]*decision at http/);
    const pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    await pia.post(`/v1/approvals/${waiting.run.steps[0]?.waitsFor?.id}/decision`, { decision: 'approve' });
    const ended = await eventually(async () => {
      const { run } = await use(client, 'show_run', { id: waiting.run.id });
      return run.endedAt === null ? undefined : run;
    }, 'the run to end');
    expect(ended.status).toBe('succeeded');
  });

  it('is cancelled by its client', async () => {
    const client = await connect(revision);
    const held = counting.hold();
    const gone = new AbortController();
    const steps = [
      { id: 'one', tool: 'acme/note', arguments: { line: `${revision}-1` } },
      { id: 'two', tool: 'acme/note', arguments: { line: `${revision}-2` }, after: ['one'] },
    ];
    const called = use(client, 'execute_tool_plan', { steps }, { signal: gone.signal }).catch(() => 'gone');
    await held;
    gone.abort();
    expect(await called).toBe('gone');
    const carl = house.client(key);
    const ended = await eventually(async () => {
      const { items } = (await carl.get<{ items: RunView[] }>('/v1/runs?status=cancelled')).body;
      return items.length > 0 ? items[0] : undefined;
    }, 'the run to be cancelled');
    expect(ended.status).toBe('cancelled');
    expect(counting.effects.get(`${revision}-2`)).toBeUndefined();
  });
});
