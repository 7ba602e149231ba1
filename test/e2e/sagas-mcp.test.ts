import type { SagaView } from '@assay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { mcpClients, mcpRevisions } from './mcp-clients.js';

let house: House;
let key: string;
const api = new CountingApi();
const connectTo = mcpClients();

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const endpoint = { url: `${await api.start()}/honouring` };
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const compensation = { class: 'full', tool: 'acme/free', input: '{"line": "undo " & input.line}' } as const;
  for (const [name, more] of [
    ['free', {}],
    ['book', { compensation }],
    ['send', {}],
  ] as const) {
    const parts = { inputSchema, endpoint, annotations: { honoursKey: true }, ...more };
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  key = await house.key('carl');
});
afterAll(async () => {
  await house.stop();
  api.stop();
});
beforeEach(() => {
  api.refuses(() => undefined);
  api.order.length = 0;
});

const step = (id: string, tool: string, line: string) => ({ id, tool: `acme/${tool}`, arguments: { line } });

describe.each(mcpRevisions)('start_saga for a client of %s', (revision) => {
  const connect = () => connectTo(`${house.url}/mcp`, key, revision);
  async function use(client: Client, name: string, input: object, options: object = {}) {
    const result = (await client.callTool({ name, arguments: { ...input } }, options)) as CallToolResult;
    const [said] = result.content;
    return {
      saga: result.structuredContent as unknown as SagaView,
      text: said?.type === 'text' ? said.text : '',
      isError: result.isError === true,
    };
  }

  it('tells how it goes and how it ended, with what the steps gave', async () => {
    const heard: string[] = [];
    const onprogress = ({ message }: { message?: string }) => void heard.push(message ?? '');
    const steps = [step('a', 'book', 'm1'), step('b', 'send', '$ref:a.line')];
    const { saga, text, isError } = await use(await connect(), 'start_saga', { steps }, { onprogress });
    expect([saga.state, isError]).toEqual(['COMPLETED', false]);
    expect(text).toMatch(/^COMPLETED\na: succeeded .*m1/);
    expect(api.order).toEqual(['m1', 'm1']);
    expect(heard).toEqual(expect.arrayContaining(['RUNNING', 'a: succeeded']));
  });

  it('that fails says what was undone', async () => {
    api.refuses((line) => (line === 'f2' ? 'refused' : undefined));
    const steps = [step('a', 'book', 'f1'), step('b', 'book', 'f2')];
    const { saga, text, isError } = await use(await connect(), 'start_saga', { steps });
    expect([saga.state, isError, ...api.order]).toEqual(['FAILED', true, 'f1', 'undo f1']);
    expect(text).toMatch(/FAILED: b[\s\S]*a: succeeded .*; undone: succeeded/);
  });

  it('that needs approval states immediately where people decide, and show_saga the outcome', async () => {
    const client = await connect();
    const begun = await use(client, 'start_saga', { steps: [step('a', 'send', 'p1'), step('b', 'book', 'p2')] });
    expect(begun.saga.state).toBe('PENDING');
    expect(begun.text).toMatch(/a is waiting for a person's decision at http[\s\S]*show_saga/);
    const person = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    await person.post(`/v1/approvals/${begun.saga.consents[0]?.approval.id}/decision`, { decision: 'approve' });
    const ended = await eventually(async () => {
      const shown = await use(client, 'show_saga', { id: begun.saga.id });
      return shown.saga.state === 'COMPLETED' ? shown : undefined;
    }, 'the saga to end');
    expect(ended.isError).toBe(false);
  });

  it('refuses what is wrong with every problem', async () => {
    const client = await connect();
    const refused = await use(client, 'start_saga', { steps: [step('a', 'none', 'x'), step('b', 'book', '$ref:c')] });
    expect(refused.isError).toBe(true);
    expect(refused.saga).toMatchObject({ error: { code: 'invalid_request', errors: [{}, {}] } });
    expect((await use(client, 'show_saga', { id: crypto.randomUUID() })).text).toMatch(/not_found/);
    expect(api.order).toEqual([]);
  });
});
