import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server';
import { bridgeTo } from './bridge.js';
import { Gateway } from './gateway.js';

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const cancelled = Promise.withResolvers<string>();
const started = Promise.withResolvers<void>();

/** Asks a person or a model once, and goes on with the answer. */
function asked({ model }: Record<string, unknown> = {}, responses: Record<string, unknown>) {
  if (responses.it !== undefined) return { content: [{ type: 'text' as const, text: JSON.stringify(responses.it) }] };
  const text = { type: 'text' as const, text: 'Who?' };
  const sampling = inputRequired.createMessage({ messages: [{ role: 'user', content: text }], maxTokens: 10 });
  const person = inputRequired.elicit({
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  });
  return inputRequired({ inputRequests: { it: model === true ? sampling : person } });
}

/** The MCP edge of a server, in small: one tool that echoes with progress, one that waits to be cancelled. */
function edge(): Server {
  const server = new Server({ name: 'edge', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' as const } });
  server.setRequestHandler('tools/list', () => ({ tools: [tool('echo'), tool('wait')] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (params.name === 'ask') return asked(params.arguments, mcpReq.inputResponses ?? {});
    if (params.name === 'wait') {
      mcpReq.signal.addEventListener('abort', () => cancelled.resolve('cancelled'));
      started.resolve();
      await cancelled.promise;
    }
    const progressToken = params._meta?.progressToken;
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
    }
    return {
      content: [{ type: 'text', text: 'done' }],
      structuredContent: { heard: params.arguments },
      isError: params.arguments?.fail === true,
    };
  });
  return server;
}

type Answer = (request: Request) => Promise<Response>;

/** A client, through the bridge, of whatever `answer` is. */
async function clientOf(answer: Answer, prepare: (client: Client) => void = () => {}): Promise<Client> {
  const gateway = new Gateway({
    url: 'http://assay.test',
    apiKey: 'secret',
    fetch: (input, init) => answer(new Request(input, init)),
    version: '0.1.0',
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { sampling: {}, elicitation: { form: {} } } },
  );
  prepare(client);
  await bridgeTo(gateway).connect(far);
  await client.connect(near);
  ended.push(
    () => client.close(),
    () => gateway.close(),
  );
  return client;
}

const keys = new Set<string | null>();
const serving = (): Answer => {
  const handler = createMcpHandler(edge);
  return async (request) => {
    keys.add(request.headers.get('authorization'));
    return handler.fetch(request);
  };
};

describe('the bridge', () => {
  it('lists and calls the tools behind it, with the key', async () => {
    const client = await clientOf(serving());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'wait']);
    const answer = await client.callTool({ name: 'echo', arguments: { a: 1 } });
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: { heard: { a: 1 } },
      isError: false,
    });
    expect([...keys]).toEqual(['Bearer secret']);
  });

  it('passes failures of a tool on as they are', async () => {
    const client = await clientOf(serving());
    expect(await client.callTool({ name: 'echo', arguments: { fail: true } })).toMatchObject({ isError: true });
  });

  it('passes progress on', async () => {
    const client = await clientOf(serving());
    const seen: unknown[] = [];
    await client.callTool({ name: 'echo' }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
  });

  it('passes questions to the person and to the model of the client on', async () => {
    const client = await clientOf(serving(), (it) => {
      it.setRequestHandler('elicitation/create', ({ params }) => ({
        action: 'accept',
        content: { name: params.message },
      }));
      it.setRequestHandler('sampling/createMessage', () => ({
        model: 'own',
        role: 'assistant',
        content: { type: 'text', text: 'Ann' },
      }));
    });
    const person = await client.callTool({ name: 'ask' });
    expect(person.content).toEqual([{ type: 'text', text: expect.stringContaining('"name":"Who?"') }]);
    const model = await client.callTool({ name: 'ask', arguments: { model: true } });
    expect(model.content).toEqual([{ type: 'text', text: expect.stringContaining('"text":"Ann"') }]);
  });

  it('passes cancellation on', async () => {
    const client = await clientOf(serving());
    const wish = new AbortController();
    const call = client.callTool({ name: 'wait' }, { signal: wish.signal });
    await started.promise;
    wish.abort();
    await expect(call).rejects.toThrow();
    expect(await cancelled.promise).toBe('cancelled');
  });

  it('passes on that the tools have changed, also after the stream of news was lost', async () => {
    let handler = createMcpHandler(edge);
    const client = await clientOf((request) => handler.fetch(request));
    const news: (() => void)[] = [];
    client.setNotificationHandler('notifications/tools/list_changed', () => news.shift()?.());
    const reportOf = async () => {
      const heard = new Promise<void>((resolve) => news.push(resolve));
      await client.listTools();
      handler.notify.toolsChanged();
      await heard;
    };
    await reportOf();
    await reportOf();
    const former = handler;
    handler = createMcpHandler(edge);
    await former.close();
    await client.listTools();
    await reportOf();
    expect(news).toEqual([]);
    await handler.close();
  });

  it('connects again after the server was away', async () => {
    let away = true;
    const behind = serving();
    const client = await clientOf(async (request) => {
      if (away) throw new TypeError('fetch failed');
      return behind(request);
    });
    await expect(client.listTools()).rejects.toThrow(
      'No server answers at http://assay.test. Start it with `npm start`',
    );
    away = false;
    expect((await client.listTools()).tools).toHaveLength(2);
  });

  it('begins a new session when the server forgot the old one', async () => {
    let forgotten = false;
    const behind = serving();
    const client = await clientOf(async (request) => {
      if (!forgotten) return behind(request);
      forgotten = false;
      return new Response('no such session', { status: 404 });
    });
    await client.listTools();
    forgotten = true;
    expect(await client.callTool({ name: 'echo' })).toMatchObject({ isError: false });
  });

  it('says what to do about a key the server refuses', async () => {
    const client = await clientOf(async () => Response.json({}, { status: 401 }));
    await expect(client.listTools()).rejects.toThrow('does not accept the key. Run `assay login`');
  });
});
