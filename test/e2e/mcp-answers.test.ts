import type { Envelope, KeptOutputView, RunView } from '@assay/contracts';
import { o200kTokens } from '@assay/models';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { allBlocks, answeringTools, order, rows, rowsText, startAnswering } from '../fixtures/answering-upstream.js';
import type { HttpApi } from '../fixtures/http-api.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { mcpClients, mcpRevisions } from './mcp-clients.js';

let house: House;
let upstream: HttpApi;
let key: string;
let count: (text: string) => number;
const connectTo = mcpClients();

beforeAll(async () => {
  count = await o200kTokens();
  house = await startHouse();
  upstream = await startAnswering(answeringTools);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: upstream.url }, 'data');
  key = await house.key('carl');
  await house.admin.post('/v1/grants', { principal: 'carl', server: 'acme/data', actions: ['call'] });
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

type Result = CallToolResult & { structuredContent: Record<string, unknown> };
const at = (path: string) => connectTo(`${house.url}${path}`, key, '2025-11-25');
const use = async (client: McpClient, name: string, args: object, meta?: Record<string, unknown>): Promise<Result> => {
  const params = { name, arguments: { ...args }, ...(meta && { _meta: meta }) };
  return (await client.callTool(params)) as Result;
};
const texts = ({ content }: CallToolResult) => content.flatMap((it) => (it.type === 'text' ? [it.text] : []));
const tokensOf = (result: CallToolResult) => texts(result).reduce((sum, it) => sum + count(it), 0);
/** The range that a pointer tells the model to go on from. */
const nextIn = (result: CallToolResult) =>
  /read_output (\{"id": ?"[^}]*\})/.exec(texts(result).join('\n'))?.[1] ?? '{}';

describe.each(mcpRevisions)('call_tool for the official client of %s', (revision) => {
  const client = async () => {
    const connected = await connectTo(`${house.url}/mcp`, key, revision);
    // The client checks structured content against the schemas that it has listed.
    await connected.listTools();
    return connected;
  };

  it("passes the tool's own blocks on, and no bytes of them as structured content", async () => {
    const result = await use(await client(), 'call_tool', { tool: 'acme/data.blocks', arguments: {} });
    expect(result.content).toEqual(allBlocks);
    expect(result.structuredContent).toMatchObject({ status: 'succeeded', tool: 'acme/data.blocks', version: '1.0.0' });
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(2_000);
  });

  it('puts a link in the place of an image beyond 5 MB', async () => {
    const result = await use(await client(), 'call_tool', { tool: 'acme/data.poster' });
    expect(result.content).toEqual([expect.objectContaining({ type: 'resource_link', size: 5_300_000 })]);
  });

  it('costs at most 60 tokens on top of a result of 117 bytes, in whichever form a client shows it', async () => {
    const result = await use(await client(), 'call_tool', { tool: 'acme/data.order', arguments: {} });
    const text = JSON.stringify(order);
    expect(text).toHaveLength(117);
    expect(result.structuredContent).toEqual({
      ...{ status: 'succeeded', output: order, tool: 'acme/data.order', version: '1.0.0', id: expect.any(String) },
    });
    expect(texts(result)).toEqual([text]);
    const extra = count(JSON.stringify(result.structuredContent)) - count(text);
    process.stdout.write(`A call costs ${extra} tokens on top of a result of 117 bytes.\n`);
    expect(extra).toBeLessThanOrEqual(60);
  });

  it('shows trace, digests, provenance and receipt in _meta, with detail: full and through show_call', async () => {
    const connected = await client();
    const short = await use(connected, 'call_tool', { tool: 'acme/data.order', arguments: {} });
    const everything = ['trace', 'provenance', 'receipt', 'validation', 'confidence'];
    expect(Object.keys(short._meta?.['assay/call'] as object)).toEqual(expect.arrayContaining(everything));
    const full = await use(connected, 'call_tool', { tool: 'acme/data.order', arguments: {}, detail: 'full' });
    expect(Object.keys(full.structuredContent)).toEqual(expect.arrayContaining(everything));
    const shown = await use(connected, 'show_call', { id: short.structuredContent.id });
    expect(shown.structuredContent as unknown as Envelope).toMatchObject({
      provenance: { resultDigest: expect.stringMatching(/^sha256/), freshness: 'live' },
      trace: expect.any(Array),
    });
  });

  it('answers a result beyond the ceiling with its beginning and a pointer, from which read_output reads on', async () => {
    const connected = await client();
    const result = await use(connected, 'call_tool', { tool: 'acme/data.rows', arguments: {} });
    expect(count(rowsText)).toBeGreaterThan(60_000);
    expect(tokensOf(result)).toBeLessThanOrEqual(20_000);
    expect(result.structuredContent).toMatchObject({ status: 'succeeded', pointer: { bytes: rowsText.length } });
    expect(result.structuredContent).not.toHaveProperty('output');
    let read = texts(result)[0] as string;
    expect(rowsText.startsWith(read)).toBe(true);
    expect(count(read)).toBeGreaterThan(19_000);
    for (let next = nextIn(result); next !== '{}'; ) {
      const part = await use(connected, 'read_output', JSON.parse(next) as object);
      expect(tokensOf(part)).toBeLessThanOrEqual(20_000);
      read += texts(part)[0];
      next = nextIn(part);
    }
    expect(read).toBe(rowsText);
  });

  it('adds structured content that no text of the tool holds', async () => {
    const result = await use(await client(), 'call_tool', { tool: 'acme/data.weather' });
    expect(texts(result)).toEqual(['It is sunny.', '{"sky":"sunny"}']);
  });
});

describe('the ceiling', () => {
  it('is what the call says, the toolset, or the organisation', async () => {
    const call = { tool: 'acme/data.rows', arguments: {} };
    const whole = await use(await at('/mcp'), 'call_tool', {
      ...call,
      output: { level: 'L0', tokenBudget: 1_000_000 },
    });
    expect(texts(whole)).toEqual([rowsText]);
    const set = { name: 'small', tools: [{ tool: 'acme/data.rows' }], responseTokens: 900 };
    expect((await house.admin.post('/v1/toolsets', set)).status).toBe(201);
    const small = await at('/mcp/toolsets/small');
    expect(tokensOf(await use(small, 'rows', {}))).toBeLessThanOrEqual(900);
    const more = await use(small, 'rows', {}, { 'assay/tokenBudget': 1_000_000 });
    expect(texts(more)).toEqual([rowsText]);
    expect((await house.admin.put('/v1/limits/response.tokens/default', { limit: 2_000 })).status).toBe(200);
    const lower = await use(await at('/mcp'), 'call_tool', call);
    expect(tokensOf(lower)).toBeLessThanOrEqual(2_000);
    expect(tokensOf(lower)).toBeGreaterThan(1_500);
    expect((await house.admin.delete('/v1/limits/response.tokens/default')).status).toBe(204);
  });

  it.each(['/mcp/toolsets/typed', '/mcp/servers/acme/data'])(
    'holds at %s, and keeps what was promised',
    async (path) => {
      await house.admin.post('/v1/toolsets', {
        name: 'typed',
        tools: [{ tool: 'acme/data.typed_rows' }, { tool: 'acme/data.rows' }],
      });
      const client = await at(path);
      const { tools } = await client.listTools();
      expect(tools.find(({ name }) => name === 'typed_rows')?.outputSchema).toBeDefined();
      const promised = await use(client, 'typed_rows', {});
      expect(promised.structuredContent).toEqual({ rows });
      expect(tokensOf(promised)).toBeLessThanOrEqual(20_000);
      expect(texts(promised).join('\n')).toMatch(/read on with read_output .* at http:.*\/mcp, or GET http/);
      const plain = await use(client, 'rows', {});
      expect(plain.structuredContent).toBeUndefined();
      expect(tokensOf(plain)).toBeLessThanOrEqual(20_000);
    },
  );

  it('shortens all of a tool that a toolset lists without its output schema', async () => {
    const tools = [
      { tool: 'acme/data.typed_rows', structured: false },
      { tool: 'acme/data.weather', structured: false },
    ];
    const made = await house.admin.post('/v1/toolsets', { name: 'text', tools, enables: ['read_output'] });
    expect(made).toMatchObject({ status: 201, body: { enables: ['read_output'], tools: [{ structured: false }, {}] } });
    const client = await at('/mcp/toolsets/text');
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name, outputSchema }) => [name, outputSchema !== undefined])).toEqual([
      ...[
        ['typed_rows', false],
        ['weather', false],
        ['read_output', true],
      ],
    ]);
    const result = await use(client, 'typed_rows', {});
    expect(result.structuredContent).toBeUndefined();
    expect(tokensOf(result)).toBeLessThanOrEqual(20_000);
    const rest = await use(client, 'read_output', JSON.parse(nextIn(result)) as object);
    expect(rowsText.startsWith(`${texts(result)[0]}${texts(rest)[0]}`)).toBe(true);
    expect(texts(await use(client, 'weather', {}))).toEqual(['It is sunny.', '{"sky":"sunny"}']);
  });
});

describe('what the gateway’s other tools answer', () => {
  it('definitions and search results have their schemas as text', async () => {
    const client = await at('/mcp');
    const described = await use(client, 'describe_tools', { tools: ['acme/data.weather'] });
    expect(texts(described)[0]).toContain(
      'output: {"type":"object","properties":{"sky":{"type":"string"}},"required":["sky"]',
    );
    const found = await use(client, 'search_tools', { query: 'how is the weather', constraints: { minTrust: 0 } });
    expect(texts(found)[0]).toContain('output: {"type":"object","properties":{"sky"');
  });

  it('names the nearest tools for one that is not there, also over REST', async () => {
    const client = await at('/mcp');
    const nearest = /Nearest: acme\/data\.weather/;
    expect(texts(await use(client, 'call_tool', { tool: 'acme/data.wether', arguments: {} }))[0]).toMatch(nearest);
    expect(texts(await use(client, 'describe_tools', { tools: ['acme/weather'] }))[0]).toMatch(nearest);
    const { body } = await house.client(key).post<{ detail: string }>('/v1/invocations', { tool: 'acme/get_weather' });
    expect(body.detail).toMatch(nearest);
  });

  it('says what it costs, as every response does', async () => {
    await house.admin.post('/v1/toolsets', { name: 'costs', tools: [{ tool: 'acme/data.weather' }] });
    const [gateway, set] = [await at('/mcp'), await at('/mcp/toolsets/costs')];
    const server = await at('/mcp/servers/acme/data');
    const plan = { steps: [{ id: 'a', tool: 'acme/data.weather', arguments: {} }] };
    const results = [
      await use(gateway, 'call_tool', { tool: 'acme/data.weather', arguments: {} }),
      await use(gateway, 'call_tool', { tool: 'acme/none', arguments: {} }),
      await use(gateway, 'execute_tool_plan', plan),
      await use(gateway, 'describe_tools', { tools: ['acme/data.weather'] }),
      await use(gateway, 'search_tools', { query: 'weather' }),
      await use(set, 'weather', {}),
      await use(server, 'weather', {}),
    ];
    for (const result of results) {
      const stated = result._meta?.['assay/tokens'] as number;
      const exact = tokensOf(result);
      expect(Math.abs(stated - exact)).toBeLessThanOrEqual(2 + exact / 4);
    }
    expect(results[2]?.structuredContent.tokens).toBe(results[2]?._meta?.['assay/tokens']);
    expect(results[3]?.structuredContent.tokens).toBe(results[3]?._meta?.['assay/tokens']);
  });

  it('searches within what is left of a session, and counts what the search puts into it', async () => {
    const client = await at('/mcp');
    const session = 'mcp-session-budget';
    await house.client(key).put(`/v1/sessions/${session}/window`, { window: 9_000 });
    const search = () => use(client, 'search_tools', { query: 'weather', session, tokenBudget: 'session' });
    const before = await house.client(key).get<{ total?: number }>(`/v1/sessions/${session}/tokens`);
    const first = await search();
    expect(first.isError).not.toBe(true);
    const after = await house.client(key).get<{ total: number }>(`/v1/sessions/${session}/tokens`);
    expect(after.body.total).toBeGreaterThan(before.body.total ?? 0);
    const refused = await use(client, 'search_tools', { query: 'weather', tokenBudget: 'session' });
    expect([refused.isError, texts(refused)[0]]).toEqual([true, expect.stringMatching(/needs a session/)]);
  });

  it('says to a caller without a key that it is not signed in', async () => {
    const client = new McpClient({ name: 'anonymous', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`)));
    const found = await use(client, 'search_tools', { query: 'weather' });
    expect(texts(found)[0]).toMatch(/You are not signed in: only public tools/);
    expect(found.structuredContent.warnings).toEqual([expect.stringMatching(/not signed in/)]);
    expect(texts(await use(client, 'describe_tools', { tools: ['acme/data.weather'] }))[0]).toMatch(/not signed in/);
    await client.close();
  });

  it('lists sagas where the address asks for them, and search_tools names that address', async () => {
    const names = async (path: string) => (await (await at(path)).listTools()).tools.map(({ name }) => name);
    expect(await names('/mcp')).not.toContain('start_saga');
    expect(await names('/mcp?tools=code,sagas,making')).toEqual(
      expect.arrayContaining(['start_saga', 'show_saga', 'call_tool']),
    );
    const unknown = await house.client(key).post('/mcp?tools=everything', {});
    expect(unknown).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/code, sagas, making/) } });
    const asked = { query: 'book a hotel and roll back when a later step fails' };
    expect(texts(await use(await at('/mcp'), 'search_tools', asked))[0]).toContain('/mcp?tools=sagas');
    expect(texts(await use(await at('/mcp?tools=sagas'), 'search_tools', asked))[0]).not.toContain('/mcp?tools');
  });

  it('takes input as another name of arguments, and runs pipelines, chains and composed tools', async () => {
    const client = await at('/mcp');
    const step = { id: 'o', tool: 'acme/data.order', input: {} };
    const plan = await use(client, 'execute_tool_plan', { steps: [step] });
    expect(texts(plan)).toEqual([`o: ${JSON.stringify(order)}`]);
    const pipeline = { steps: [{ tool: 'acme/data.order' }] };
    const run = await use(client, 'run_composition', { pipeline, input: {} });
    expect([texts(run), run.structuredContent]).toEqual([
      [JSON.stringify(order)],
      { status: 'succeeded', output: order, tokens: expect.any(Number), id: expect.any(String) },
    ]);
    const chain = { sequence: [{ tool: 'acme/data.order', arguments: {} }] };
    expect(texts(await use(client, 'run_composition', { chain }))).toEqual([JSON.stringify(order)]);
    const refused = await use(client, 'run_composition', { pipeline, chain });
    expect(texts(refused)[0]).toMatch(/invalid_request: .*chain cannot be combined with pipeline/);
  });

  it('rates a tool and judges a result', async () => {
    await house.admin.post('/v1/grants', { principal: 'carl', tool: 'acme/data.order', actions: ['call'] });
    const client = await at('/mcp');
    const { structuredContent } = await use(client, 'call_tool', { tool: 'acme/data.order' });
    const judged = await use(client, 'rate_tool', { id: structuredContent.id, verdict: 'accepted' });
    expect(judged.structuredContent).toMatchObject({ feedback: { verdict: 'accepted' } });
    const rated = await use(client, 'rate_tool', { tool: 'acme/data.order', stars: 5 });
    expect(rated.structuredContent).toMatchObject({ rating: { tool: 'acme/data.order', stars: 5 } });
    expect((await use(client, 'rate_tool', { stars: 5 })).isError).toBe(true);
    const { body } = await house.admin.get<{ items: { stars: number }[] }>('/v1/tools/acme/data.order/ratings');
    expect(body.items).toMatchObject([{ stars: 5 }]);
  });

  it('searches and plans within a toolset that enables it, by the set’s names', async () => {
    const tools = [
      { tool: 'acme/data.order', as: 'show_order' },
      { tool: 'acme/data.weather', as: 'sky' },
    ];
    const set = { name: 'desk', tools, enables: ['search_tools', 'execute_tool_plan', 'sagas'] };
    expect((await house.admin.post('/v1/toolsets', set)).status).toBe(201);
    const client = await at('/mcp/toolsets/desk');
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toEqual([
      ...['show_order', 'sky', 'search_tools', 'execute_tool_plan', 'show_run', 'start_saga', 'show_saga'],
    ]);
    const found = await use(client, 'search_tools', { query: 'what is the weather like' });
    expect(found.structuredContent.results).toEqual([expect.objectContaining({ tool: 'sky' })]);
    const steps = [{ id: 'a', tool: 'show_order', arguments: {} }];
    const plan = await use(client, 'execute_tool_plan', { steps });
    expect((plan.structuredContent as unknown as RunView).outputs).toMatchObject({ a: { output: order } });
    const outside = await use(client, 'execute_tool_plan', { steps: [{ id: 'a', tool: 'acme/data.rows' }] });
    expect(texts(outside)[0]).toMatch(/no tool "acme\/data.rows": it has show_order, sky/);
    const taken = {
      name: 'clash',
      tools: [{ tool: 'acme/data.order', as: 'search_tools' }],
      enables: ['search_tools'],
    };
    expect((await house.admin.post('/v1/toolsets', taken)).status).toBe(422);
  });
});

it('reads a kept picture as a picture', async () => {
  const client = await at('/mcp');
  const result = await use(client, 'call_tool', { tool: 'acme/data.poster' });
  const link = result.content[0] as { uri: string };
  const id = link.uri.split('/').at(-1);
  const read = await use(client, 'read_output', { id, range: 'bytes=0-99' });
  expect(read.structuredContent as unknown as KeptOutputView).toMatchObject({
    encoding: 'base64',
    mediaType: 'image/png',
  });
});
