import type { Envelope } from '@assay/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
const open: Client[] = [];

beforeAll(async () => {
  [house, api] = await Promise.all([startHouse(), startHttpApi((_, response) => answerJson(response, { sent: true }))]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const inputSchema = {
    type: 'object',
    properties: { note: { type: 'string' } },
    required: ['note'],
    additionalProperties: false,
  };
  const parts = { inputSchema, endpoint: { url: api.url } };
  await house.admin.post('/v1/tools', httpManifest('acme/send', parts));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

/** A client whose own model answers with an input. */
async function connect(revision: '2025-11-25' | '2026-07-28', input: object, asked: string[]): Promise<Client> {
  const negotiation = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const client = new Client(
    { name: 'assay-e2e', version: '1.0.0' },
    { capabilities: { sampling: {} }, ...negotiation },
  );
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    asked.push(JSON.stringify(params.messages));
    return {
      model: 'own',
      role: 'assistant' as const,
      content: { type: 'text' as const, text: JSON.stringify({ input }) },
    };
  });
  const requestInit = { headers: { authorization: `Bearer ${house.adminKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit }));
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  open.push(client);
  return client;
}

async function send(client: Client, input: object): Promise<{ isError: boolean; envelope: Envelope }> {
  const result = (await client.callTool({
    name: 'call_tool',
    arguments: { tool: 'acme/send', input },
  })) as CallToolResult;
  return { isError: result.isError === true, envelope: result.structuredContent as unknown as Envelope };
}

describe.each(['2025-11-25', '2026-07-28'] as const)('an input that does not fit, over MCP %s', (revision) => {
  it("is repaired by the calling client's own model, where the operator has none", async () => {
    const asked: string[] = [];
    const client = await connect(revision, { note: 'hello' }, asked);
    const { isError, envelope } = await send(client, { remark: 'hello' });
    expect([isError, envelope.output]).toEqual([false, { sent: true }]);
    expect(envelope).toMatchObject({ repaired: ['/remark is called "note"'], confidence: 0.9 });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('acme/send');
  });

  it('is not sent when that model changed what was meant', async () => {
    const before = api.seen.length;
    const client = await connect(revision, { note: 'goodbye' }, []);
    const { isError } = await send(client, { remark: 'hello' });
    expect([isError, api.seen.length]).toEqual([true, before]);
  });
});
