import type { ApprovalView } from '@assay/contracts';
import { type HttpUpstream, startEverythingHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Fixture, startFixture } from '../conformance/fixture.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

let house: House;
let upstream: HttpUpstream;
let fixture: Fixture;
let approverKey: string;
let key: string;
const api = new CountingApi();

beforeAll(async () => {
  house = await startHouse();
  upstream = await startEverythingHttp('legacy');
  fixture = await startFixture();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: upstream.url }, 'all');
  await importServer(house.admin, 'acme', { url: fixture.url }, 'modern');
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const endpoint = { url: `${await api.start()}/plain` };
  const wipe = httpManifest('acme/wipe', { inputSchema, endpoint, annotations: { destructiveHint: true } });
  await house.admin.post('/v1/tools', wipe);
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  const tools = ['acme/wipe', 'acme/all.typed', 'acme/all.wait'].map((tool) => ({ tool }));
  expect((await house.admin.post('/v1/toolsets', { name: 'desk', tools })).status).toBe(201);
  key = await house.key('carl');
  for (const server of ['acme/all', 'acme/modern'])
    await house.admin.post('/v1/grants', { principal: 'carl', server, actions: ['call'] });
  const pia = { principal: { kind: 'user' as const, name: 'pia' }, scopes: ['approvals:decide' as const] };
  approverKey = await house.key('pia', pia);
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
  await fixture.stop();
  api.stop();
});

interface Answered {
  readonly status: number;
  readonly session: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON as it comes
  readonly result: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

let lastId = 0;
async function send(path: string, headers: object, method: string, params: object): Promise<Answered> {
  lastId += 1;
  const answer = await fetch(`${house.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
  });
  const text = await answer.text();
  const data = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
  return { status: answer.status, session: answer.headers.get('mcp-session-id') ?? '', ...JSON.parse(data) };
}

const extension = 'io.modelcontextprotocol/tasks';
const knowsTasks = { extensions: { [extension]: {} } };

/** A request of the stateless revision. */
function stateless(path: string, method: string, params: Record<string, unknown>, capabilities: object = knowsTasks) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const name = params.taskId ?? params.name;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': String(name) }),
  };
  return send(path, headers, method, { ...params, _meta });
}

/** Requests of one session. */
async function session(path: string, capabilities: object = {}) {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const begun = await send(path, {}, 'initialize', params);
  const headers = { 'mcp-session-id': begun.session, 'mcp-protocol-version': '2025-11-25' };
  return {
    face: begun.result,
    ask: (method: string, asked: object = {}) => send(path, headers, method, asked),
  };
}

const settled = (path: string, taskId: string, capabilities: object = knowsTasks) =>
  eventually(async () => {
    const { result } = await stateless(path, 'tasks/get', { taskId }, capabilities);
    return ['completed', 'failed', 'cancelled'].includes(result.status) ? result : undefined;
  }, 'the task ends');

/** Each address, with a call of the tool that a person has to approve there. */
const wiping = {
  '/mcp': { name: 'call_tool', arguments: { tool: 'acme/wipe', input: { line: 'all' } } },
  '/mcp/toolsets/desk': { name: 'acme_wipe', arguments: { line: 'all' } },
};

const nameAt = async (path: string): Promise<string> => {
  const { result } = await stateless(path, 'tools/list', {});
  return result.tools.map((it: { name: string }) => it.name).find((it: string) => it.includes('wipe'));
};

describe.each(Object.entries(wiping))('a call at %s that waits for a person', (path, call) => {
  const wipe = async () => (path === '/mcp' ? call : { ...call, name: await nameAt(path) });

  it('is a task for a client that knows tasks, and ends when it is decided', async () => {
    const before = api.order.length;
    const sendable = { ...knowsTasks, elicitation: { url: {} } };
    const { result } = await stateless(path, 'tools/call', await wipe(), sendable);
    expect(result).toMatchObject({ resultType: 'task', status: 'input_required', ttlMs: expect.any(Number) });
    const { taskId } = result;
    const asked = await stateless(path, 'tasks/get', { taskId }, sendable);
    expect(asked.result).toMatchObject({
      resultType: 'complete',
      status: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create', params: { mode: 'url' } } },
    });
    // That the client says it went there decides nothing.
    const answers = { approval: { action: 'accept' } };
    await stateless(path, 'tasks/update', { taskId, inputResponses: answers }, sendable);
    expect((await stateless(path, 'tasks/get', { taskId }, sendable)).result.status).toBe('input_required');
    expect(api.order.length).toBe(before);
    await decide(taskId, 'approve');
    const ended = await settled(path, taskId, sendable);
    expect(ended).toMatchObject({ status: 'completed', result: { content: [{ type: 'text' }], isError: false } });
    expect(api.order.length).toBe(before + 1);
  });

  it('says where to decide to a client that can be sent nowhere', async () => {
    const { result } = await stateless(path, 'tools/call', await wipe());
    expect(result).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('/approvals/') });
    await stateless(path, 'tasks/cancel', { taskId: result.taskId });
    expect(await settled(path, result.taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('is found after a restart', async () => {
    const { result } = await stateless(path, 'tools/call', await wipe());
    await house.restart();
    expect((await stateless(path, 'tasks/get', { taskId: result.taskId })).result.status).toBe('working');
    await decide(result.taskId, 'deny');
    expect(await settled(path, result.taskId)).toMatchObject({ status: 'completed', result: { isError: true } });
  });

  it('is a result that says so for any other client', async () => {
    const { result } = await stateless(path, 'tools/call', await wipe(), {});
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: expect.stringContaining('approve') }] });
  });
});

async function decide(invocationId: string, verdict: 'approve' | 'deny'): Promise<void> {
  const approver = house.client(approverKey);
  const { body } = await approver.get<{ items: ApprovalView[] }>('/v1/approvals?status=pending');
  const found = body.items.find((it) => it.invocation === invocationId);
  const answer = await approver.post(`/v1/approvals/${found?.id}/decision`, { decision: verdict });
  expect(answer.status).toBe(200);
}

describe('a run that asks a person', () => {
  const ask = { question: 'Which line?', schema: { type: 'string' } };
  const asking = {
    execute_tool_plan: { steps: [{ id: 'which', ask }] },
    run_composition: { chain: { ask } },
  };
  const questionIn = (text: string) => /questions\/([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
  async function answer(question: string, value: string): Promise<void> {
    const answered = await house.client(approverKey).post(`/v1/questions/${question}/answer`, { answer: value });
    expect(answered.status).toBe(200);
  }

  it.each(Object.entries(asking))(
    'is a task by %s that sends its client to the question, and has the answer',
    async (name, args) => {
      const sendable = { ...knowsTasks, elicitation: { url: {} } };
      const { result } = await stateless('/mcp', 'tools/call', { name, arguments: args }, sendable);
      expect(result).toMatchObject({ resultType: 'task', status: 'input_required' });
      const { taskId } = result;
      const shown = (await stateless('/mcp', 'tasks/get', { taskId }, sendable)).result;
      expect(shown.inputRequests.approval).toMatchObject({ method: 'elicitation/create', params: { mode: 'url' } });
      await answer(questionIn(shown.inputRequests.approval.params.url), 'the second');
      const ended = await settled('/mcp', taskId, sendable);
      expect(ended.result.content[0].text).toContain('the second');
      expect((await house.client(key).get(`/v1/runs/${taskId}`)).status).toBe(200);
    },
  );

  it('is found after a restart by a client that can be sent nowhere, and ends when it is cancelled', async () => {
    const call = { name: 'execute_tool_plan', arguments: asking.execute_tool_plan };
    const { result } = await stateless('/mcp', 'tools/call', call);
    expect(result).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('/questions/') });
    await house.restart();
    const { taskId } = result;
    expect((await stateless('/mcp', 'tasks/get', { taskId })).result.status).toBe('working');
    await stateless('/mcp', 'tasks/cancel', { taskId });
    expect(await settled('/mcp', taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('is a task of a session in the same way', async () => {
    const { ask: send } = await session('/mcp');
    const params = { name: 'execute_tool_plan', arguments: asking.execute_tool_plan, task: { ttl: 60_000 } };
    const { taskId } = (await send('tools/call', params)).result.task;
    const waiting = await eventually(async () => {
      const { result } = await send('tasks/get', { taskId });
      return result.status === 'input_required' ? result : undefined;
    }, 'the run waits');
    expect((await send('tasks/list')).result.tasks).toMatchObject([{ taskId, status: 'input_required' }]);
    await answer(questionIn(waiting.statusMessage), 'the third');
    const ended = await send('tasks/result', { taskId });
    expect(ended.result.content[0].text).toContain('the third');
  });
});

const plain = {
  '/mcp': { name: 'call_tool', arguments: { tool: 'acme/all.typed', input: { n: 2 } } },
  '/mcp/servers/acme/all': { name: 'typed', arguments: { n: 2 } },
};

describe.each(Object.entries(plain))('a session at %s', (path, call) => {
  it('has calls as tasks: shown, listed, waited for', async () => {
    const { face, ask } = await session(path);
    expect(face.capabilities.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
    const { result: listed } = await ask('tools/list');
    const tool = listed.tools.find((it: { name: string }) => it.name === call.name);
    expect(tool.execution).toEqual({ taskSupport: 'optional' });
    const { result } = await ask('tools/call', { ...call, task: { ttl: 60_000 } });
    const { taskId } = result.task;
    expect(result.task).toMatchObject({ status: expect.stringMatching(/working|completed/), ttl: expect.any(Number) });
    const ended = await ask('tasks/result', { taskId });
    expect(ended.result).toMatchObject({ content: expect.arrayContaining([{ type: 'text', text: '4' }]), _meta: {} });
    expect(ended.result._meta['io.modelcontextprotocol/related-task']).toEqual({ taskId });
    expect((await ask('tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'completed' });
    expect((await ask('tasks/list')).result.tasks.map((it: { taskId: string }) => it.taskId)).toEqual([taskId]);
    expect((await ask('tasks/cancel', { taskId })).error?.code).toBe(-32_602);
    const other = await session(path);
    expect((await other.ask('tasks/list')).result.tasks).toEqual([]);
  });

  it("finds nobody else's tasks", async () => {
    const { ask } = await session(path);
    const { result } = await ask('tools/call', { ...call, task: {} });
    const own = key;
    key = await house.key('eve');
    await house.admin.post('/v1/grants', { principal: 'eve', server: 'acme/all', actions: ['call'] });
    const found = await stateless(path, 'tasks/get', { taskId: result.task.taskId });
    key = own;
    expect(found.error?.code).toBe(-32_602);
  });
});

describe('a call that a server goes on with as a task', () => {
  const path = '/mcp/servers/acme/modern';

  it('is recorded under the id of the task when it has ended', async () => {
    const { result } = await stateless(path, 'tools/call', { name: 'slow_compute', arguments: { seconds: 1 } });
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    const ended = await settled(path, result.taskId);
    expect(ended.result.content).toEqual([{ type: 'text', text: 'Computed  in 1 s.' }]);
    const recorded = await house.client(key).get<{ status: string; tool: string }>(`/v1/invocations/${result.taskId}`);
    expect(recorded).toMatchObject({ status: 200, body: { status: 'succeeded', tool: 'acme/modern.slow_compute' } });
  });

  it('is withdrawn at the server when its client cancels it', async () => {
    const { result } = await stateless(path, 'tools/call', { name: 'slow_compute', arguments: { seconds: 60 } });
    await stateless(path, 'tasks/cancel', { taskId: result.taskId });
    expect(await settled(path, result.taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('waits for its end where the client knows no tasks', async () => {
    const { result } = await stateless(path, 'tools/call', { name: 'slow_compute', arguments: { seconds: 0 } }, {});
    expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text' }] });
  });

  it('is followed to its end by call_tool, where a server answers in no other way', async () => {
    const call = async (tool: string) => {
      const call = { name: 'call_tool', arguments: { tool: `acme/modern.${tool}`, arguments: {} } };
      return (await stateless('/mcp', 'tools/call', call, {})).result;
    };
    expect((await call('failing_job')).content[0].text).toContain('The job failed.');
    expect((await call('multi_input')).content[0].text).toContain('further input in its task');
  });

  it('needs the extension for everything about tasks', async () => {
    const refused = await stateless(path, 'tasks/get', { taskId: 'any' }, {});
    expect(refused).toMatchObject({ status: 400, error: { code: -32_021 } });
  });
});
