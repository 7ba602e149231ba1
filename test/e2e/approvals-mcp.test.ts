import type { ApprovalView, Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client as RestClient } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { type McpRevision, mcpClients } from './mcp-clients.js';

let house: House;
let key: string;
let approver: RestClient;
const api = new CountingApi();
const connectTo = mcpClients();

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const endpoint = { url: `${await api.start()}/plain` };
  const parts = { inputSchema, endpoint, annotations: { destructiveHint: true } };
  await house.admin.post('/v1/tools', httpManifest('acme/wipe', parts));
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  key = await house.key('carl');
  const pia = { principal: { kind: 'user' as const, name: 'pia' }, scopes: ['approvals:decide' as const] };
  approver = await house.as('pia', pia);
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

interface Question {
  readonly mode?: string;
  readonly message: string;
  readonly url: string;
}
type Answering = (question: Question) => Promise<{ action: 'accept' | 'decline' | 'cancel' }>;

async function connect(revision: McpRevision, answering?: Answering): Promise<Client> {
  const capabilities = answering === undefined ? {} : { elicitation: { url: {} } };
  const client = await connectTo(`${house.url}/mcp`, key, revision, {
    options: { capabilities },
    prepare: (it) => {
      if (answering !== undefined)
        it.setRequestHandler('elicitation/create', ({ params }) => answering(params as unknown as Question));
    },
  });
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  return client;
}

async function use(client: Client, name: string, input: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { isError: result.isError === true, text, envelope: result.structuredContent as unknown as Envelope };
}
const callWipe = (client: Client, line: string) => use(client, 'call_tool', { tool: 'acme/wipe', input: { line } });
const decide = (url: string, decision: 'approve' | 'deny') =>
  approver.post<ApprovalView>(`/v1/approvals/${url.split('/').at(-1)}/decision`, { decision });

describe.each(['2025-11-25', '2026-07-28'] as const)('an MCP client of %s whose call needs a person', (revision) => {
  it('is sent to the approval’s address, and has the result when a person has approved there', async () => {
    const line = `approved-${revision}`;
    const asked: Question[] = [];
    const client = await connect(revision, async (question) => {
      asked.push(question);
      expect(api.effects.get(line)).toBeUndefined();
      expect((await decide(question.url, 'approve')).status).toBe(200);
      return { action: 'accept' };
    });
    const { isError, envelope } = await callWipe(client, line);
    expect(asked).toEqual([
      expect.objectContaining({ mode: 'url', url: expect.stringMatching(/\/approvals\/[0-9a-f-]{36}$/) }),
    ]);
    expect([isError, envelope.status, api.effects.get(line)]).toEqual([false, 'succeeded', 1]);
  });

  it('is notified when a person has denied there', async () => {
    const client = await connect(revision, async ({ url }) => {
      await decide(url, 'deny');
      return { action: 'accept' };
    });
    const { isError, text } = await callWipe(client, `denied-${revision}`);
    expect([isError, text]).toEqual([true, 'denied: pia denied the call.']);
  });

  it('never decides by its own answer: whatever it says, the call waits', async () => {
    const line = `said-${revision}`;
    const client = await connect(revision, async () => ({ action: 'decline' }));
    const { envelope, text, isError } = await callWipe(client, line);
    expect([isError, envelope.status]).toEqual([false, 'awaiting_approval']);
    expect(text).toContain(`show_call {"id": "${envelope.id}"}`);
    expect(api.effects.get(line)).toBeUndefined();
    await decide(envelope.approval?.url ?? '', 'approve');
    const ended = async () => {
      const { status } = (await use(client, 'show_call', { id: envelope.id })).envelope;
      return status === 'running' ? undefined : status;
    };
    expect(await eventually(ended, 'the approved call to end')).toBe('succeeded');
    expect(api.effects.get(line)).toBe(1);
  });

  it('without elicitation is referred to the place where a person decides, and checks again later', async () => {
    const line = `plain-${revision}`;
    const client = await connect(revision);
    const { envelope, text, isError } = await callWipe(client, line);
    expect([isError, envelope.status]).toEqual([false, 'awaiting_approval']);
    expect(text).toContain(envelope.approval?.url);
    expect((await use(client, 'show_call', { id: envelope.id })).envelope.status).toBe('awaiting_approval');
    await decide(envelope.approval?.url ?? '', 'deny');
    let seen = await use(client, 'show_call', { id: envelope.id });
    for (let turn = 0; turn < 200 && seen.envelope.status === 'awaiting_approval'; turn += 1)
      seen = await use(client, 'show_call', { id: envelope.id });
    expect([seen.envelope.status, seen.isError]).toEqual(['denied', true]);
    const unknown = await use(client, 'show_call', { id: '00000000-0000-7000-8000-000000000000' });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/You have no call/) });
  });
});
