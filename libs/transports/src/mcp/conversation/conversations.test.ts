import type { ClientEnd, Conversation, Members, Reply } from '@assay/gateway';
import { startDeadline } from '@assay/kernel';
import {
  type Era,
  everythingStdioUpstream,
  type HttpUpstream,
  serverRecord,
  startEverythingHttp,
  startUpstreamHttp,
  stdioUpstream,
  upstreamCall,
  wallClock,
} from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../../egress/egress-guard.js';
import { createMcpTransport, type McpTransportOptions, type McpUpstreams } from '../create-mcp-transport.js';

const open = new EgressGuard({ allow: [], loopback: true, except: [] });
let upstreams: McpUpstreams;
let started: HttpUpstream[];

const create = (more: Partial<McpTransportOptions> = {}) =>
  createMcpTransport({ clock: wallClock, guard: open, identity: { name: 'assay-test', version: '1.0.0' }, ...more });

beforeEach(() => {
  upstreams = create();
  started = [];
});
afterEach(async () => {
  await upstreams.close();
  await Promise.all(started.map((it) => it.stop()));
});

/** A client's end that records requests and notifications, and answers as configured. */
class NotedEnd implements ClientEnd {
  capabilities: Members = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
  readonly asked: { method: string; params: Members; about: string | undefined }[] = [];
  readonly heard: { method: string; params: Members; about: string | undefined }[] = [];
  readonly ends: string[] = [];
  reply: (method: string, signal: AbortSignal) => Promise<Reply> = async (method) => answers[method] as Reply;

  ask(method: string, params: Members, about: string | undefined, signal: AbortSignal) {
    this.asked.push({ method, params, about });
    return this.reply(method, signal);
  }
  hear(method: string, params: Members, about: string | undefined) {
    this.heard.push({ method, params, about });
  }
  ended(why: string) {
    this.ends.push(why);
  }
  methods = () => this.heard.map((it) => it.method);
}

const answers: Record<string, Reply> = {
  'sampling/createMessage': { result: { role: 'assistant', content: { type: 'text', text: 'Tea.' }, model: 'm' } },
  'elicitation/create': { result: { action: 'accept', content: { username: 'ann', email: 'ann@example.com' } } },
  'roots/list': { result: { roots: [{ uri: 'file:///work' }] } },
};

async function http(era: Era) {
  const upstream = await startEverythingHttp(era);
  started.push(upstream);
  return { server: serverRecord(`${era}-http`, { url: upstream.url }), lines: upstream.lines };
}
const stdio = (era: Era) => ({ server: serverRecord(`${era}-stdio`, everythingStdioUpstream(era)), lines: undefined });

const never = () => new AbortController().signal;
async function begin(server: Parameters<McpUpstreams['conversations']['open']>[0], end: ClientEnd = new NotedEnd()) {
  const opened = await upstreams.conversations.open(server, end, never());
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
const request = async (conversation: Conversation, method: string, params: Members = {}, tag = 'r1') => {
  const reply = await conversation.request(method, params, { tag, signal: never() });
  if (!reply.ok) throw new Error(reply.error.message);
  if ('error' in reply.value) throw Object.assign(new Error(reply.value.error.message), reply.value.error);
  return reply.value.result;
};
const textOf = (result: Members) => (result.content as { text: string }[])[0]?.text;
async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const kinds = [
  ['sessions over HTTP', () => http('legacy')],
  ['sessions over pipes', async () => stdio('legacy')],
  ['the stateless revision over HTTP', () => http('modern')],
  ['the stateless revision over pipes', async () => stdio('modern')],
] as const;

describe.each(kinds)('a conversation with an upstream of %s', (_kind, start) => {
  it('says what the server is, and passes prompts, resources and completion', async () => {
    const conversation = await begin((await start()).server);
    expect(conversation.face).toMatchObject({
      serverInfo: { name: 'everything-upstream', version: '3.1.0' },
      capabilities: { prompts: {}, resources: {}, completions: {} },
      instructions: expect.stringContaining('Everything'),
    });
    expect(await request(conversation, 'prompts/get', { name: 'test_simple_prompt' })).toMatchObject({
      messages: [{ content: { text: 'This is a simple prompt for testing.' } }],
    });
    expect(await request(conversation, 'resources/read', { uri: 'test://template/7/data' })).toMatchObject({
      contents: [{ text: expect.stringContaining('"7"') }],
    });
    const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
    const completed = await request(conversation, 'completion/complete', {
      ref,
      argument: { name: 'arg1', value: 'pa' },
    });
    expect(completed).toMatchObject({ completion: { values: ['pa-completed'] } });
    await expect(request(conversation, 'prompts/get', { name: 'no' })).rejects.toMatchObject({ code: -32_602 });
  });

  it('passes questions to the client, for the request they belong to, and its answers back', async () => {
    const end = new NotedEnd();
    const conversation = await begin((await start()).server, end);
    const call = (name: string, args: Members = {}) =>
      request(conversation, 'tools/call', { name, arguments: args }, 'c1');
    expect(textOf(await call('test_sampling', { prompt: 'Coffee or tea?' }))).toBe('LLM response: Tea.');
    expect(textOf(await call('test_elicitation', { message: 'Who?' }))).toContain('ann@example.com');
    expect(textOf(await call('list_roots'))).toBe('file:///work');
    expect(end.asked.map(({ method, about }) => [method, about])).toEqual([
      ['sampling/createMessage', 'c1'],
      ['elicitation/create', 'c1'],
      ['roots/list', 'c1'],
    ]);
  });

  it('passes progress of two calls to each, although they chose the same token', async () => {
    const end = new NotedEnd();
    const conversation = await begin((await start()).server, end);
    const params = { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 0 } };
    await Promise.all(['one', 'two'].map((tag) => request(conversation, 'tools/call', params, tag)));
    const progress = end.heard.filter((it) => it.method === 'notifications/progress');
    expect(progress.map(({ params: { progressToken }, about }) => [progressToken, about]).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => [0, 'one']),
      ...Array.from({ length: 3 }, () => [0, 'two']),
    ]);
  });

  it('passes progress and logs, for the request they belong to', async () => {
    const end = new NotedEnd();
    const conversation = await begin((await start()).server, end);
    await request(conversation, 'logging/setLevel', { level: 'debug' });
    const params = { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 'mine' } };
    await request(conversation, 'tools/call', params, 'c2');
    await request(conversation, 'tools/call', { name: 'test_tool_with_logging', arguments: {} }, 'c3');
    const progress = end.heard.filter((it) => it.method === 'notifications/progress');
    expect(progress.map(({ params: { progress, progressToken }, about }) => [progressToken, progress, about])).toEqual([
      ['mine', 0, 'c2'],
      ['mine', 50, 'c2'],
      ['mine', 100, 'c2'],
    ]);
    const logs = end.heard.filter((it) => it.method === 'notifications/message');
    expect(logs.map((it) => it.about)).toEqual(['c3', 'c3', 'c3']);
  });

  it('tells of watched resources, and of nothing that is not watched', async () => {
    const end = new NotedEnd();
    const conversation = await begin((await start()).server, end);
    const touch = () => request(conversation, 'tools/call', { name: 'touch', arguments: {} });
    await touch();
    expect(end.methods()).not.toContain('notifications/resources/updated');
    await request(conversation, 'resources/subscribe', { uri: 'test://watched-resource' });
    await touch();
    await until(() => end.methods().includes('notifications/resources/updated'));
    expect(end.heard.find((it) => it.method === 'notifications/resources/updated')?.params.uri).toBe(
      'test://watched-resource',
    );
  });

  it('withdraws a request at the server', async () => {
    const { server, lines } = await start();
    const conversation = await begin(server);
    const controller = new AbortController();
    const params = { name: 'wait', arguments: {} };
    const waiting = conversation.request('tools/call', params, { tag: 'w', signal: controller.signal });
    if (lines !== undefined) await until(() => lines.includes('waiting'));
    controller.abort('cancelled');
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    if (lines !== undefined) await until(() => lines.includes('cancelled'));
  });

  it('calls tools for the gateway, and shows the whole reply', async () => {
    const { server } = await start();
    const conversation = await begin(server);
    let own: Reply | undefined;
    const transport = conversation.tools('t', { progressToken: 1 }, (reply) => {
      own = reply;
    });
    const answer = await transport.call(upstreamCall(server, 'typed', { n: 4 }));
    expect(answer).toMatchObject({ ok: true, value: { structured: { doubled: 8 }, isError: false } });
    expect(own).toMatchObject({ result: { structuredContent: { doubled: 8 }, _meta: { 'example.com/kept': true } } });
    const failed = await transport.call(upstreamCall(server, 'test_error_handling'));
    expect(failed).toMatchObject({ ok: true, value: { isError: true } });
  });
});

describe('conversations', () => {
  it('refuse what the client does not offer at the server itself', async () => {
    const end = new NotedEnd();
    end.capabilities = {};
    const conversation = await begin((await http('legacy')).server, end);
    const asked = request(conversation, 'tools/call', { name: 'test_sampling', arguments: { prompt: 'x' } });
    await asked.then(
      (result) => expect(result.isError).toBe(true),
      (error) => expect(error).toBeInstanceOf(Error),
    );
    expect(end.asked).toEqual([]);
  });

  it('end at the server when they are closed', async () => {
    const { server, lines } = await http('legacy');
    const conversation = await begin(server);
    await conversation.close();
    await until(() => lines.includes('session ended'));
    expect(await conversation.request('ping', {}, { tag: 'x', signal: never() })).toMatchObject({ ok: false });
  });

  it('tell of a server that dies, and fail what waits for it', async () => {
    const end = new NotedEnd();
    const server = serverRecord('dying', stdioUpstream());
    const conversation = await begin(server, end);
    const answer = await conversation.tools('t', undefined, () => {}).call(upstreamCall(server, 'die'));
    expect(answer).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'unknown' } });
    await until(() => end.ends.length > 0);
  });

  it('are as many as may be, and no more', async () => {
    await upstreams.close();
    upstreams = create({ maxConversations: 3, maxProcesses: 1 });
    const { server } = await http('legacy');
    await begin(stdio('legacy').server);
    const second = await upstreams.conversations.open(stdio('legacy').server, new NotedEnd(), never());
    expect(second).toMatchObject({ ok: false, error: { code: 'unavailable', retryAfterMs: 1_000 } });
    const [a, b, c] = await Promise.all(
      [1, 2, 3].map(() => upstreams.conversations.open(server, new NotedEnd(), never())),
    );
    expect([a?.ok, b?.ok, c?.ok]).toEqual([true, true, false]);
    if (a?.ok) await a.value.close();
    expect((await upstreams.conversations.open(server, new NotedEnd(), never())).ok).toBe(true);
  });

  it('say that a dead server cannot be reached, and that opening was given up', async () => {
    const dead = serverRecord('dead', { url: 'http://127.0.0.1:9/mcp' });
    expect(await upstreams.conversations.open(dead, new NotedEnd(), never())).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable' },
    });
    // It is left alone for a moment, and says so at once.
    expect(await upstreams.conversations.open(dead, new NotedEnd(), never())).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable', retryAfterMs: expect.any(Number) },
    });
    const mute = serverRecord('mute', stdioUpstream('mute'));
    const given = new AbortController();
    const opening = upstreams.conversations.open(mute, new NotedEnd(), given.signal);
    given.abort('cancelled');
    expect(await opening).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});

describe('a server that is marked stateless', () => {
  it('has a conversation a credential: nobody takes part in one that carries somebody else’s', async () => {
    const { server, lines } = await http('legacy');
    const url = (server.mcp as { url: string }).url;
    const at = async (authorization: string, credential?: { key: string; shared: boolean; connectionId: string }) => {
      const record = serverRecord('shared', { url, headers: { authorization } }, { stateless: true });
      const opened = await upstreams.conversations.open(record, new NotedEnd(), never(), credential);
      if (!opened.ok) throw new Error(opened.error.message);
      return opened.value;
    };
    const begun = [
      await at('Bearer ann', { key: 'ann:1', shared: false, connectionId: 'ann' }),
      await at('Bearer bob', { key: 'bob:1', shared: false, connectionId: 'bob' }),
      await at('Bearer all', { key: 'all:1', shared: true, connectionId: 'all' }),
      await at('Bearer all', { key: 'all:1', shared: true, connectionId: 'all' }),
      await at('none'),
      await at('none'),
    ];
    await Promise.all(begun.map((it) => it.close()));
    const ended = () => lines?.filter((it) => it === 'session ended').length ?? 0;
    await until(() => ended() >= 4);
    expect(ended()).toBe(4);
  });

  it('has one conversation for all clients, each with its own progress', async () => {
    const upstream = await startUpstreamHttp();
    started.push(upstream);
    const server = serverRecord('shared', { url: upstream.url }, { stateless: true });
    const ends = [new NotedEnd(), new NotedEnd()] as const;
    const [one, two] = await Promise.all([begin(server, ends[0]), begin(server, ends[1])]);
    const at = startDeadline(wallClock, 20_000);
    const steps = (conversation: Conversation) =>
      conversation
        .tools('same', { progressToken: 'same' }, () => {})
        .call({ ...upstreamCall(server, 'steps', { steps: 2, until: import.meta.filename }), deadline: at });
    await Promise.all([steps(one), steps(two)]);
    at.end();
    for (const end of ends)
      expect(
        end.heard.map(({ params: { progressToken, progress }, about }) => [progressToken, progress, about]),
      ).toEqual([
        ['same', 1, 'same'],
        ['same', 2, 'same'],
      ]);
    await one.close();
    expect((await request(two, 'tools/list')).tools).toBeDefined();
  });
});
