import type { ServerResponse } from 'node:http';
import type { Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, type SeenRequest, startHttpApi } from '../fixtures/http-api.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const baggage = 'team=search,run=42';

let house: House;
let api: HttpApi;
const connect = mcpClients();
beforeAll(async () => {
  [house, api] = await Promise.all([startHouse(), startHttpApi(answer)]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await house.admin.post('/v1/servers', { name: 'acme/mcp', mcp: { url: `${api.url}/mcp` } });
  await publish('http', { protocol: 'http', endpoint: { url: `${api.url}/http`, method: 'POST' } });
  await publish('rpc', { protocol: 'json-rpc', endpoint: { url: `${api.url}/rpc` } });
  await publish('mcp', { protocol: 'mcp', endpoint: { server: 'acme/mcp', tool: 'echo' } });
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

async function publish(name: string, parts: object) {
  const manifest = {
    ...{
      name: `acme/${name}`,
      version: '1.0.0',
      description: 'Answers with nothing.',
      inputSchema: { type: 'object' },
    },
    ...{ annotations: { readOnlyHint: true }, ...parts },
  };
  expect((await house.admin.post('/v1/tools', manifest)).status).toBe(201);
}

function answer({ url, body }: SeenRequest, response: ServerResponse): void {
  const { id, method } = body === '' ? { id: 0, method: '' } : JSON.parse(body);
  const reply = (result: object) => answerJson(response, { jsonrpc: '2.0', id, result });
  const serverInfo = { name: 'a', version: '1' };
  if (url === '/http') answerJson(response, {});
  else if (method === 'initialize') reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
  else if (method === 'tools/call') reply({ content: [{ type: 'text', text: 'done' }] });
  else if (url === '/rpc') reply({});
  else response.writeHead(202).end();
}

/** The trace context of the last call that reached the upstream, wherever its protocol has it. */
function seen(): { traceparent?: unknown; baggage?: unknown } {
  const { url, headers, body } = api.seen.findLast(
    ({ url, body }) => url !== '/mcp' || body.includes('tools/call'),
  ) as SeenRequest;
  const { traceparent, baggage } = url === '/mcp' ? (JSON.parse(body).params._meta ?? {}) : headers;
  return { traceparent, baggage };
}

const passedOn = {
  traceparent: expect.stringMatching(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`)),
  baggage,
};

describe.each(['http', 'rpc', 'mcp'])('a tool over %s', (tool) => {
  it('gets the trace and the baggage of a REST call, with the invocation as parent', async () => {
    const options = { headers: { traceparent, baggage } };
    const { body } = await house.admin.post<Envelope>('/v1/invocations', { tool: `acme/${tool}`, input: {} }, options);
    expect(body.provenance?.traceId).toBe(traceId);
    expect(seen()).toEqual(passedOn);
  });

  it('gets those of a plan', async () => {
    const plan = { steps: [{ id: 'one', tool: `acme/${tool}@^1`, arguments: {} }] };
    await house.admin.post('/v1/plans/execute', { plan }, { headers: { traceparent, baggage } });
    expect(seen()).toEqual(passedOn);
  });

  it('gets what an MCP message says of its trace', async () => {
    const client = await connect(`${house.url}/mcp`, house.adminKey, '2025-11-25');
    await client.callTool({
      ...{ name: 'call_tool', arguments: { tool: `acme/${tool}`, input: {} } },
      _meta: { traceparent, baggage },
    });
    expect(seen()).toEqual(passedOn);
  });

  it('gets no baggage that is too long, and a trace of its own where none is given', async () => {
    const headers = { traceparent: 'nonsense', baggage: `a=${'b'.repeat(8_200)}` };
    await house.admin.post('/v1/invocations', { tool: `acme/${tool}`, input: {} }, { headers });
    expect(seen()).toEqual({
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
      baggage: undefined,
    });
  });
});

it('reaches a registered server that is passed through whole', async () => {
  const client = await connect(`${house.url}/mcp/servers/acme/mcp`, house.adminKey, '2025-11-25');
  await client.callTool({ name: 'echo', arguments: {}, _meta: { traceparent, baggage } });
  expect(seen()).toEqual(passedOn);
});
