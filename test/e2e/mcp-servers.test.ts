import type { AuditRecordView, Envelope } from '@assay/contracts';
import { everythingStdioUpstream, type HttpUpstream, startEverythingHttp } from '@assay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { type AskedClient, connectClient, type Revision, revisions } from './mcp-servers.js';

let house: House;
let upstreams: Record<'legacy' | 'modern', HttpUpstream>;
let key: string;
const open: AskedClient[] = [];

beforeAll(async () => {
  house = await startHouse();
  const [legacy, modern] = await Promise.all([startEverythingHttp('legacy'), startEverythingHttp('modern')]);
  upstreams = { legacy, modern };
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: legacy.url }, 'legacy');
  await importServer(house.admin, 'acme', { url: modern.url }, 'modern');
  await importServer(house.admin, 'acme', everythingStdioUpstream('legacy'), 'piped');
  key = await house.key('carl');
  for (const server of ['legacy', 'modern', 'piped'])
    await house.admin.post('/v1/grants', { principal: 'carl', server: `acme/${server}`, actions: ['call'] });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
});
afterAll(async () => {
  await house.stop();
  await Promise.all(Object.values(upstreams).map((it) => it.stop()));
});

const address = (server: string) => `${house.url}/mcp/servers/acme/${server}`;
async function connect(server: string, revision: Revision, as = key, options = {}): Promise<AskedClient> {
  const connected = await connectClient(address(server), revision, as, options);
  open.push(connected);
  return connected;
}

/** Servers over pipes say it to nobody here. */
const said = (server: 'legacy' | 'modern' | 'piped', word: string): number =>
  server === 'piped' ? 0 : upstreams[server].lines.filter((it) => it === word).length;
const moreThan = async (before: number, server: 'legacy' | 'modern' | 'piped', word: string) => {
  if (server !== 'piped') await eventually(() => said(server, word) > before || undefined, `${server} is ${word}`);
};

const pairs = revisions.flatMap((revision) =>
  (['legacy', 'modern', 'piped'] as const).map((it) => [revision, it] as const),
);

describe.each(pairs)('a client of %s at a server of the kind %s', (revision, server) => {
  it('finds the server whole: its name, tools, prompts, resources, completion', async () => {
    const { client } = await connect(server, revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'everything-upstream', version: '3.1.0' });
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true }, prompts: {}, resources: {} });
    expect(client.getInstructions()).toContain('Everything');
    const { tools } = await client.listTools();
    expect(tools.map((it) => it.name)).toContain('test_simple_text');
    expect(tools.find((it) => it.name === 'typed')?.outputSchema).toBeDefined();
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    expect((await client.listResources()).resources).toHaveLength(4);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const read = await client.readResource({ uri: 'test://static-text' });
    expect(read.contents[0]).toMatchObject({ text: 'This is the content of the static text resource.' });
    const prompt = await client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } });
    expect(prompt.messages[0]?.content).toMatchObject({ text: "Prompt with arguments: arg1='a', arg2='b'" });
    const ref = { type: 'ref/prompt' as const, name: 'test_prompt_with_arguments' };
    const { completion } = await client.complete({ ref, argument: { name: 'arg1', value: 'pa' } });
    expect(completion.values).toEqual(['pa-completed']);
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow('Nothing here is called none');
  });

  it('calls a tool and gets its own result, and the call has a record', async () => {
    const { client } = await connect(server, revision);
    const result = await client.callTool({ name: 'typed', arguments: { n: 21 } });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: '42' }],
      structuredContent: { doubled: 42 },
      _meta: { 'example.com/kept': true, 'assay/tool': `acme/${server}.typed@1.0.0`, 'assay/confidence': 1 },
    });
    const id = result._meta?.['assay/invocationId'] as string;
    const record = await house.client(key).get<Envelope>(`/v1/invocations/${id}`);
    expect(record.body).toMatchObject({ status: 'succeeded', tool: `acme/${server}.typed`, output: { doubled: 42 } });
    const { body } = await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?limit=50');
    expect(body.items.some((it) => JSON.stringify(it).includes(id))).toBe(true);
  });

  it('gets the blocks of every type unchanged, and an error of the tool as one', async () => {
    const { client } = await connect(server, revision);
    const mixed = await client.callTool({ name: 'test_multiple_content_types', arguments: {} });
    expect((mixed.content as { type: string }[]).map((it) => it.type)).toEqual(['text', 'image', 'resource']);
    const failed = await client.callTool({ name: 'test_error_handling', arguments: {} });
    expect(failed).toMatchObject({
      isError: true,
      content: [{ text: 'This tool intentionally returns an error for testing' }],
      _meta: { 'assay/error': { code: 'upstream_rejected' } },
    });
  });

  it('has wrong arguments refused before the server sees them', async () => {
    const { client } = await connect(server, revision);
    const refused = await client.callTool({ name: 'typed', arguments: { n: 'not a number at all' } });
    expect(refused).toMatchObject({ isError: true, _meta: { 'assay/error': { code: 'invalid_input' } } });
    await expect(client.callTool({ name: 'unheard_of', arguments: {} })).rejects.toThrow('Unknown tool');
  });

  it('is asked what the server asks: its model, its person, its roots', async () => {
    const { text, asked } = await connect(server, revision);
    expect(await text('test_sampling', { prompt: 'Coffee or tea?' })).toBe('LLM response: Tea.');
    expect(await text('test_elicitation', { message: 'Who?' })).toContain('ann@example.com');
    expect(await text('list_roots')).toBe('file:///work');
    expect(asked).toEqual(['sampling', 'elicitation', 'roots']);
  });

  it('hears of progress while it waits', async () => {
    const { client } = await connect(server, revision);
    const seen: number[] = [];
    const params = { name: 'test_tool_with_progress', arguments: {} };
    await client.callTool(params, { onprogress: ({ progress }) => void seen.push(progress) });
    expect(seen).toEqual([0, 50, 100]);
  });

  it('cancels a call at the server', async () => {
    const { client } = await connect(server, revision);
    const controller = new AbortController();
    const before = said(server, 'cancelled');
    const waits = said(server, 'waiting');
    const waiting = client.callTool({ name: 'wait', arguments: {} }, { signal: controller.signal });
    await moreThan(waits, server, 'waiting');
    controller.abort();
    await expect(waiting).rejects.toThrow();
    await moreThan(before, server, 'cancelled');
  });

  it('hears that a watched resource was updated', async () => {
    const { client, text, methods } = await connect(server, revision);
    if (revision === '2025-11-25') await client.subscribeResource({ uri: 'test://watched-resource' });
    else await client.listen({ resourceSubscriptions: ['test://watched-resource'], promptsListChanged: true });
    await text('touch');
    await eventually(() => methods().includes('notifications/resources/updated') || undefined, 'it was told');
  });
});
