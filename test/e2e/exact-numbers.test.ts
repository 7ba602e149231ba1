import type { ServerResponse } from 'node:http';
import type { Problem } from '@assay/contracts';
import { AUDIT_LOG } from '@assay/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpApi, type SeenRequest, startHttpApi } from '../fixtures/http-api.js';
import { type House, startHouse } from './house.js';

/** Numbers that a double turns into another number, zero or infinity. */
const inexact = ['12345678901234567891', '9007199254740993', '0.1234567890123456789', '1e400', '1e-400'];
const document = (number: string) => `{"id":${number},"list":[{"n":${number}}]}`;

let house: House;
let api: HttpApi;
beforeAll(async () => {
  [house, api] = await Promise.all([startHouse(), startHttpApi(answer)]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await house.admin.post('/v1/servers', { name: 'acme/mcp', mcp: { url: `${api.url}/mcp` } });
  const typed = {
    outputSchema: { type: 'object', properties: { id: { type: 'number' }, list: { type: 'array' } }, required: ['id'] },
    sanity: [{ name: 'has id', kind: 'range', expression: 'output.id >= 0.0', severity: 'CRITICAL' }],
  };
  await publish('http', { protocol: 'http', endpoint: { url: `${api.url}/http`, method: 'POST' }, ...typed });
  await publish('untyped', { protocol: 'http', endpoint: { url: `${api.url}/http`, method: 'POST' } });
  await publish('rpc', { protocol: 'json-rpc', endpoint: { url: `${api.url}/rpc` }, ...typed });
  await publish('mcp', { protocol: 'mcp', endpoint: { server: 'acme/mcp', tool: 'echo' } });
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

async function publish(name: string, parts: object) {
  const manifest = {
    name: `acme/${name}`,
    version: '1.0.0',
    description: 'Answers with the number it is asked for.',
    inputSchema: { type: 'object', properties: { number: { type: 'string' }, n: { type: 'number' } } },
    annotations: { readOnlyHint: true },
    ...parts,
  };
  const { status, body } = await house.admin.post('/v1/tools', manifest);
  expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
}

/** Answers in three protocols with the number that the call names, written as it is. */
function answer(request: SeenRequest, response: ServerResponse): void {
  const text = answerText(request);
  if (text === undefined) response.writeHead(202).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function answerText({ url, body }: SeenRequest): string | undefined {
  if (body === '') return undefined;
  const { id, method, params, number } = JSON.parse(body);
  if (url === '/http') return document(number);
  const reply = (result: string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  if (url === '/rpc') return reply(document(params.number));
  if (method === 'tools/call') return reply(`{"content":[],"structuredContent":${document(params.arguments.number)}}`);
  const capabilities =
    '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"a","version":"1"}}';
  return method === 'initialize' ? reply(capabilities) : undefined;
}

/** The raw text of an answer: a parsed one would hide what this is about. */
async function textOf(path: string, body?: string, headers: Record<string, string> = {}): Promise<string> {
  const answered = await fetch(`${house.url}${path}`, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: {
      authorization: `Bearer ${house.adminKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  return answered.text();
}

describe('a number that no double can hold', () => {
  it.each(inexact.flatMap((number) => ['http', 'untyped', 'rpc', 'mcp'].map((tool) => [number, tool] as const)))(
    'comes back as %s from a tool over %s, now and when it is read again',
    async (number, tool) => {
      const text = await textOf('/v1/invocations', JSON.stringify({ tool: `acme/${tool}`, input: { number } }));
      expect(text).toContain(`"status":"succeeded"`);
      expect(text).toContain(`"output":${document(number)}`);
      await house.application.get(AUDIT_LOG).flush();
      const again = await textOf(`/v1/invocations/${JSON.parse(text).id}`);
      expect(again).toContain(`"output":${document(number)}`);
    },
  );

  it('comes back as it is over MCP, in text and in structured content', async () => {
    const [number = ''] = inexact;
    const call = { name: 'call_tool', arguments: { tool: 'acme/http', input: { number } } };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const text = await textOf(
      '/mcp',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...call, _meta: meta } }),
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'call_tool' },
    );
    expect(text).toContain(number);
    expect(text).not.toContain(String(Number(number)));
  });

  it.each(inexact)('is refused as an argument with its path: %s', async (number) => {
    const before = api.seen.length;
    const { status, body } = await house.admin.post<Problem>(
      '/v1/invocations',
      `{"tool":"acme/http","input":{"n":1,"list":[{"n":${number}}]}}`,
    );
    expect({ status, code: body.code, path: body.errors?.[0]?.path }).toEqual({
      status: 422,
      code: 'invalid_request',
      path: '/input/list/0/n',
    });
    expect(api.seen).toHaveLength(before);
  });

  it('is refused over MCP as well, in the words of JSON-RPC', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_tool","arguments":{"tool":"acme/http","input":{"n":1e400}}}}`;
    const { status, body: refused } = await house.admin.post('/mcp', body);
    expect({ status, refused }).toMatchObject({
      status: 400,
      refused: {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32602, data: { errors: [{ path: '/params/arguments/input/n' }] } },
      },
    });
  });
});

describe('broken JSON', () => {
  it.each(['/mcp', '/mcp/toolsets/none', '/mcp/servers/acme/mcp'])(
    'is a parse error of JSON-RPC at %s',
    async (path) => {
      const { status, body } = await house.admin.post(path, '{"jsonrpc":');
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', id: null, error: { code: -32700 } },
      });
    },
  );
});
