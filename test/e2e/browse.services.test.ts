import { existsSync } from 'node:fs';
import type { Envelope } from '@assay/contracts';
import { detectIsolation } from '@assay/isolation';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { type BrowseSite, startBrowseSite } from '../fixtures/browse-site.js';
import { browseTasks, scriptedDecision } from '../fixtures/browse-tasks.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { mcpClients, mcpRevisions } from './mcp-clients.js';

const support = await detectIsolation();
const isReady = support.kind === 'bubblewrap' && existsSync('/usr/lib/chromium/chromium');
const withBrowser = isReady ? describe : describe.skip;

interface Browsed {
  readonly outcome: string;
  readonly result?: unknown;
  readonly steps: number;
  readonly history: readonly { readonly action: string; readonly outcome: string; readonly reason?: string }[];
}
type Answered = Envelope & { readonly invocationId?: string; readonly approval?: { readonly id: string } };

let house: House;
let model: FakeModel;
let site: BrowseSite;
let approver: Client;
/** What the model answers in place of its script. */
let says: ((prompt: string) => string) | undefined;

const browse = (client: Client, input: object, deadlineMs = 60_000) =>
  client.post<Answered>('/v1/invocations', { tool: 'assay/browser.browse', input, deadlineMs });

const approved: string[] = [];
/** The call's output; what waits for a person is approved. */
async function ended(client: Client, { body }: { readonly body: Answered }): Promise<Browsed> {
  const id = body.invocationId ?? body.id;
  const envelope = await eventually(async () => {
    const { items } = (await approver.get<{ items: { id: string }[] }>('/v1/approvals?status=pending')).body;
    for (const approval of items) {
      approved.push(approval.id);
      await approver.post(`/v1/approvals/${approval.id}/decision`, { decision: 'approve' });
    }
    const shown = (await client.get<Envelope>(`/v1/invocations/${id}`)).body;
    return shown.output === undefined && shown.error === undefined ? undefined : shown;
  }, 'ended');
  if (envelope.output === undefined) throw new Error(JSON.stringify(envelope));
  return envelope.output as Browsed;
}

beforeAll(async () => {
  if (!isReady) return;
  site = await startBrowseSite();
  model = await new FakeModel({
    answer: ({ messages }) => {
      const all = messages as { content: string }[];
      return says?.(all.at(-1)?.content ?? '') ?? scriptedDecision(site.origin, all);
    },
  }).start();
  house = await startHouse({ ASSAY_KITS: 'browser', LLM_BASE_URL: model.url, LLM_MODEL: 'small' });
  const { isolation } = (await house.admin.get<{ isolation: object }>('/v1/servers/assay/browser')).body;
  const hosts = [new URL(site.origin).host];
  await house.admin.patch('/v1/servers/assay/browser', { isolation: { ...isolation, hosts } });
  approver = await house.as('pia', {
    principal: { kind: 'user', name: 'pia' },
    scopes: ['approvals:decide'],
  } as never);
}, 120_000);
afterAll(async () => {
  if (!isReady) return;
  await house.stop();
  await Promise.all([model.stop(), site.stop()]);
});

withBrowser('browse', () => {
  it('is a tool of the kit: enabled with it, and refused before', async () => {
    const { body } = await browse(await house.as('agent'), { task: 'x' });
    expect(body).toMatchObject({ code: 'kit_not_enabled' });
    const enabled = await house.admin.post<{ status: string; tools: { tool: string }[] }>(
      '/v1/kits/browser/enable',
      {},
    );
    expect(enabled.body.status).toBe('enabled');
    expect(enabled.body.tools.map((it) => it.tool)).toContain('assay/browser.browse');
  });

  it.each(browseTasks.map((it) => [it.task, it] as const))(
    'reaches: %s',
    async (_, { task, schema, expected }) => {
      const agent = await house.as('agent');
      const output = await ended(agent, await browse(agent, { task, schema }));
      expect(output).toMatchObject({ outcome: 'Success', result: expected });
    },
    120_000,
  );

  it('approved what sends, each action by itself, and has every action in the record', async () => {
    expect(approved).toHaveLength(3);
    const agent = await house.as('agent');
    const { task, schema } = browseTasks[2] as (typeof browseTasks)[number];
    const { body } = await browse(agent, { task, schema });
    const steps = body.provenance?.steps ?? [];
    expect(new Set(steps.map((it) => it.tool))).toEqual(
      new Set(['assay/browser.observe', 'assay/browser.navigate', 'assay/browser.fill', 'assay/browser.click']),
    );
    const records = await Promise.all(
      steps.map(async (it) => (await agent.get<Envelope>(`/v1/invocations/${it.invocationId}`)).status),
    );
    expect(new Set(records)).toEqual(new Set([200]));
  }, 60_000);

  it('ends as Exhausted after its steps, and what is not valid goes back to the model', async () => {
    const shown: string[] = [];
    says = (prompt) => {
      shown.push(prompt);
      return shown.length === 1
        ? 'I would click'
        : '{"action": "navigate", "arguments": {"url": "file:///etc/passwd"}}';
    };
    const { body } = await browse(await house.as('agent'), { task: 'x', maxSteps: 3 });
    says = undefined;
    expect(body.output).toMatchObject({
      outcome: 'Exhausted',
      steps: 3,
      history: [
        { outcome: 'invalid', reason: expect.stringContaining('not JSON') },
        { action: 'navigate', outcome: 'failed', reason: expect.stringContaining('Only http and https') },
        { action: 'navigate', outcome: 'failed' },
      ],
    });
    expect(shown[2]).toContain('Only http and https');
  }, 60_000);

  it('ends as Timeout when the model is late', async () => {
    model.mode = 'mute';
    const { body } = await browse(await house.as('agent'), { task: 'x', deadlineMs: 3_000 });
    model.mode = 'well';
    expect(body.output).toMatchObject({ outcome: 'Timeout', steps: 0 });
  }, 60_000);

  it('refuses a schema that is none', async () => {
    const { body } = await browse(await house.as('agent'), { task: 'x', schema: { type: 'money' } });
    expect(body.error).toMatchObject({ message: expect.stringContaining('schema of act is not valid') });
  });
});

withBrowser.each(mcpRevisions)('browse without a configured model, over MCP %s', (revision) => {
  const connect = mcpClients();
  beforeAll(() => house.restart({ LLM_BASE_URL: '', LLM_MODEL: '' }), 60_000);

  it("uses the client's own model, and refuses a caller who has none", async () => {
    let asked = 0;
    const client = await connect(`${house.url}/mcp`, await house.key('sampler'), revision, {
      options: { capabilities: { sampling: {} } },
      prepare: (it) =>
        it.setRequestHandler('sampling/createMessage', ({ params }) => {
          asked += 1;
          const messages = params.messages.map((message) => ({ content: (message.content as { text: string }).text }));
          return {
            ...{ model: 'own', role: 'assistant' as const },
            content: { type: 'text' as const, text: scriptedDecision(site.origin, messages) },
          };
        }),
    });
    const { task, schema, expected } = browseTasks[1] as (typeof browseTasks)[number];
    const args = { tool: 'assay/browser.browse', input: { task, schema }, deadlineMs: 60_000 };
    const result = (await client.callTool(
      { name: 'call_tool', arguments: args },
      { timeout: 60_000 },
    )) as CallToolResult;
    expect((result.structuredContent as unknown as Envelope).output).toMatchObject({
      outcome: 'Success',
      result: expected,
    });
    expect(asked).toBe(3);
    const { body } = await browse(await house.as('agent'), { task });
    expect(body.error).toMatchObject({ message: expect.stringContaining('requires a model') });
  }, 120_000);
});
