// The fixture of the conformance tool's requirements for 2026-07-28: everything the test upstream has, and what the
// scenarios of that revision want beside it: questions as results, tasks, and headers that mirror arguments. It prints
// `listening <port>` to standard error.
import { createServer } from 'node:http';
import {
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  ProtocolError,
  Server,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { resources, template, templated } from '../../libs/testing/src/upstreams/everything-features.mjs';
import { checkHeaders } from './fixture-headers.mjs';
import { declaresTasks, needsTasks, taskOf, taskRequests, tasksExtension } from './fixture-tasks.mjs';
import { askContext, capabilitiesKey, notifying, prompts, tools } from './fixture-tools.mjs';

const invalidParams = -32_602;

const known = (offered, key) => {
  if (Object.hasOwn(offered, key)) return offered[key];
  throw new ProtocolError(invalidParams, `Nothing here is called ${key}`);
};

const listed = ([key, [description, inputSchema, , outputSchema]]) => ({
  name: key,
  description,
  inputSchema,
  ...(outputSchema && { outputSchema }),
  annotations: { readOnlyHint: true },
});

const requests = {
  'tools/list': () => ({ tools: Object.entries(tools).map(listed), ttlMs: 60_000, cacheScope: 'public' }),
  'tools/call': (params, context) => known(tools, params.name)[2](params.arguments ?? {}, context),
  'prompts/list': () => ({
    prompts: Object.entries(prompts).map(([key, [description, args]]) => ({ name: key, description, arguments: args })),
  }),
  'prompts/get': (params, context) => {
    const [, , messages = () => askContext({}, context)] = known(prompts, params.name);
    return messages(params.arguments ?? {});
  },
  'resources/list': () => ({
    resources: Object.entries(resources).map(([uri, [title, description, mimeType]]) => ({
      uri,
      name: title,
      description,
      mimeType,
    })),
    ttlMs: 30_000,
    cacheScope: 'public',
  }),
  'resources/templates/list': () => ({ resourceTemplates: [template] }),
  'resources/read': ({ uri }) => {
    const made = templated(uri);
    if (made) return { contents: [{ uri, mimeType: template.mimeType, ...made }] };
    const [, , mimeType, content] = known(resources, uri);
    return { contents: [{ uri, mimeType, ...content }], ttlMs: 5_000, cacheScope: 'private' };
  },
  'completion/complete': ({ argument }) => ({
    completion: { values: [`${argument.value}-completed`], total: 1, hasMore: false },
  }),
};

const identity = { name: 'conformance-fixture', version: '1.0.0' };
const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
  extensions: { [tasksExtension]: {} },
};

function newServer({ requestInfo }) {
  const server = new Server(identity, { capabilities });
  const run = requests[requestInfo.headers.get('mcp-method')];
  // Without a handler the library answers that the method is not there, as it has to.
  if (run) server.fallbackRequestHandler = async ({ params = {} }, context) => run(params, context);
  return server;
}

async function fetchRequest(request, response) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers, url } = request;
  const body = method === 'POST' ? Buffer.concat(chunks) : undefined;
  return new Request(`http://${headers.host}${url}`, { method, headers, body, signal: gone.signal });
}

async function write(answer, response) {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  const reader = answer.body?.getReader();
  response.once('close', () => void reader?.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true };
    if (done) break;
    response.write(value);
  }
  response.end();
}

const failure = (id, { code, message, data }, status) =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }, { status });

/** What is answered without the protocol library: tasks, and calls whose headers do not say what their arguments are. */
async function answered(asked) {
  if (asked.method !== 'POST') return undefined;
  const { id, method, params } = await asked
    .clone()
    .json()
    .catch(() => ({}));
  const run = taskRequests[method];
  const mayAnswer = asked.headers.get('mcp-method') === method && params?._meta?.[capabilitiesKey] !== undefined;
  if (run && mayAnswer && asked.headers.get('mcp-name') === params.taskId) return taskAnswer(id, run, params);
  const tool = method === 'tools/call' && Object.hasOwn(tools, params?.name) ? tools[params.name] : undefined;
  try {
    if (tool) checkHeaders(tool[1], params.arguments ?? {}, asked.headers);
    return undefined;
  } catch (error) {
    return failure(id, error, 400);
  }
}

function taskAnswer(id, run, params) {
  if (!declaresTasks(params._meta[capabilitiesKey])) return failure(id, needsTasks(), 400);
  try {
    const _meta = { 'io.modelcontextprotocol/serverInfo': identity };
    return Response.json({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', ...run(taskOf(params.taskId), params), _meta },
    });
  } catch (error) {
    return failure(id, error, 200);
  }
}

const isOurs = ({ headers }) =>
  validateHostHeader(headers.host, localhostAllowedHostnames()).ok &&
  validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok;

const handler = createMcpHandler(newServer, { legacy: 'reject' });
notifying.notifier = handler.notify;
const server = createServer(async (request, response) => {
  if (!isOurs(request)) return void response.writeHead(403).end();
  const asked = await fetchRequest(request, response);
  await write((await answered(asked)) ?? (await handler.fetch(asked)), response);
});
server.listen(0, '127.0.0.1', () => process.stderr.write(`listening ${server.address().port}\n`));
