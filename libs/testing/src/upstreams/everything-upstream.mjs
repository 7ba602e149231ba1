// The conformance upstream: `node everything-upstream.mjs http|stdio [legacy|modern]`. A server built with the official
// SDK and every MCP feature: sessions of the 2025-11-25 revision and, except with `legacy`, the 2026-07-28 one in
// addition. Over HTTP it prints `listening <port>` to standard error.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  ProtocolError,
  Server,
  validateHostHeader,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { prompts, resources, template, templated, tools } from './everything-features.mjs';

const [transport, era = 'both'] = process.argv.slice(2);
const invalidParams = -32_602;

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
};

/** The listeners of the stateless revision; set where that is served. */
let modernNotifier;

function newServer() {
  const server = new Server(
    { name: 'everything-upstream', version: '3.1.0' },
    { capabilities, instructions: 'Everything that MCP has, for tests.' },
  );
  const watched = new Set();
  serveTools(server, (uri) => {
    modernNotifier?.resourceUpdated(uri);
    modernNotifier?.promptsChanged();
    // Over pipes the stateless revision has the protocol library watch.
    if (watched.has(uri) || era === 'modern') void server.sendResourceUpdated({ uri }).catch(() => {});
  });
  servePrompts(server);
  serveResources(server);
  // The stateless revision subscribes with its listening stream instead.
  const watching = (change) => (request) => {
    change(request.params.uri);
    return {};
  };
  server.setRequestHandler(
    'resources/subscribe',
    watching((uri) => watched.add(uri)),
  );
  server.setRequestHandler(
    'resources/unsubscribe',
    watching((uri) => watched.delete(uri)),
  );
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: { values: [`${params.argument.value}-completed`], total: 1, hasMore: false },
  }));
  return server;
}

function serveTools(server, updated) {
  const listed = Object.entries(tools).map(([name, [description, inputSchema, , outputSchema]]) => ({
    name,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    annotations: { readOnlyHint: true },
  }));
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const run = known(tools, params.name)[2];
    return run(params.arguments ?? {}, { ...context, updated });
  });
}

function servePrompts(server) {
  const listed = Object.entries(prompts).map(([name, [description, args]]) => ({ name, description, arguments: args }));
  server.setRequestHandler('prompts/list', () => ({ prompts: listed }));
  server.setRequestHandler('prompts/get', ({ params }) => known(prompts, params.name)[2](params.arguments ?? {}));
}

function serveResources(server) {
  const listed = Object.entries(resources).map(([uri, [name, description, mimeType]]) => ({
    uri,
    name,
    description,
    mimeType,
  }));
  server.setRequestHandler('resources/list', () => ({ resources: listed }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [template] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const made = templated(uri);
    if (made) return { contents: [{ uri, mimeType: template.mimeType, ...made }] };
    const [, , mimeType, content] = known(resources, uri);
    return { contents: [{ uri, mimeType, ...content }] };
  });
}

function known(offered, name) {
  if (Object.hasOwn(offered, name)) return offered[name];
  throw new ProtocolError(invalidParams, `Nothing here is called ${name}`);
}

/** The request as the Fetch API has it; its signal aborts when the client goes away. */
async function fetchRequest(request, response) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = request.method === 'POST' ? Buffer.concat(chunks) : undefined;
  const { method, headers, url } = request;
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

const isOurs = ({ headers }) =>
  validateHostHeader(headers.host, localhostAllowedHostnames()).ok &&
  validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok;

function serveHttp() {
  const sessions = new Map();
  const handler = createMcpHandler(newServer, { legacy: 'reject' });
  modernNotifier = handler.notify;
  const newSession = async () => {
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => {
        process.stderr.write('session ended\n');
        sessions.delete(id);
      },
    });
    await newServer().connect(session);
    return session;
  };
  const legacy = async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null && !sessions.has(id)) return new Response(null, { status: 404 });
    const session = sessions.get(id) ?? (await newSession());
    return session.handleRequest(request);
  };
  const server = createServer(async (request, response) => {
    if (!isOurs(request)) return void response.writeHead(403).end();
    const asked = await fetchRequest(request, response);
    const isLegacy = era !== 'modern' && (era === 'legacy' || (await isLegacyRequest(asked)));
    await write(await (isLegacy ? legacy(asked) : handler.fetch(asked)), response);
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`listening ${server.address().port}\n`));
}

if (transport === 'http') serveHttp();
else serveStdio(newServer, era === 'modern' ? { legacy: 'reject' } : {});
