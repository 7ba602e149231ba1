// A test upstream: `node upstream.mjs stdio|http <mode> [file]`. It speaks the 2025-11-25 revision by hand, so that it
// can break it. Modes are about the server; what single tools do is in upstream-tools.mjs.
//   plain            works
//   exits            ends at once, with a secret-looking line on standard error
//   mute             never answers `initialize`
//   flapping         every other start ends at once (`file` counts the starts)
//   many             lists 500 tools on pages of 50
//   endless          lists pages without end
//   changing         lists one tool more, and says so, once `file` exists
//   stubborn         ignores the end of its input and SIGTERM
//   family           starts a grandchild that would outlive it (its pid goes to `file`)
//   json             (http) answers in JSON instead of a stream
//   redirects        (http) answers 307
//   forgets          (http) forgets its sessions after every answered call
//   resumes          (http) closes the stream of a call before its answer, which waits for a resuming GET
//   limited          (http) answers every call with 429
//   tasks            has tools that must be called with a task (upstream-tasks.mjs); `file` hears of cancelled ones
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { Tasks, tasksCapability } from './upstream-tasks.mjs';
import { callTool, manyTools, tools } from './upstream-tools.mjs';

const [transport, mode = 'plain', file = ''] = process.argv.slice(2);
const running = new Map();
const tasks = mode === 'tasks' ? new Tasks(file) : undefined;

function start() {
  if (mode === 'exits') {
    process.stderr.write(`cannot start with token ${process.env.SECRET_TOKEN ?? 'none'}\n`);
    process.exit(7);
  }
  if (mode === 'flapping') {
    appendFileSync(file, '.');
    if (readFileSync(file, 'utf8').length % 2 === 1) process.exit(7);
  }
  if (mode === 'stubborn') {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1_000);
  }
  if (mode === 'family') {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    appendFileSync(file, `${child.pid}\n`);
  }
}

function list(cursor) {
  if (mode === 'endless') return { tools: manyTools.slice(0, 1), nextCursor: 'more' };
  if (mode === 'changing' && existsSync(file)) return { tools: [...tools, manyTools[0]] };
  if (tasks !== undefined) return { tools: tools.map((tool) => tasks.listed(tool)) };
  if (mode !== 'many') return { tools };
  const from = Number(cursor ?? 0);
  const next = from + 50 < manyTools.length ? { nextCursor: String(from + 50) } : {};
  return { tools: manyTools.slice(from, from + 50), ...next };
}

/** Answers one message through `send`; `io` lets a tool leave the protocol. */
async function handle(message, send, io) {
  const { id, method, params = {} } = message;
  if (method === 'notifications/cancelled') running.get(params.requestId)?.();
  if (id === undefined || method === undefined) return;
  const answer = (result) => send({ jsonrpc: '2.0', id, result });
  const refuse = (code, text) => send({ jsonrpc: '2.0', id, error: { code, message: text } });
  if (method === 'initialize' && mode === 'mute') return;
  if (method === 'initialize')
    answer({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true }, ...(tasks && tasksCapability) },
      serverInfo: { name: 'test-upstream', version: '1.2.3' },
    });
  else if (method === 'ping') answer({});
  else if (method === 'tools/list') answer(list(params.cursor));
  else if (tasks?.takes(method, params)) await tasks.answer({ method, params }, { answer, refuse, io });
  else if (method === 'tools/call') {
    const calling = {
      file,
      meta: params._meta,
      io: {
        ...io,
        onCancel: (run) => running.set(id, run),
        huge: (bytes) => io.huge(id, bytes),
        progress: (progress) => {
          const progressToken = params._meta?.progressToken;
          if (progressToken === undefined) return;
          io.notify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, ...progress } });
        },
      },
    };
    try {
      const result = await callTool(params.name, params.arguments ?? {}, calling);
      if (result !== undefined) answer(result);
    } catch (error) {
      refuse(error.code ?? -32603, error.message);
    } finally {
      running.delete(id);
    }
  } else refuse(-32601, `Method ${method} is not known here`);
}

/** Writes a result of so many bytes in pieces, as fast as the reader takes them. */
async function writeHuge(stream, id, bytes, before, after) {
  const write = (chunk) => new Promise((resolve) => (stream.write(chunk) ? resolve() : stream.once('drain', resolve)));
  await write(`${before}{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
  const piece = 'a'.repeat(64 * 1024);
  for (let left = bytes; left > 0 && !stream.destroyed; left -= piece.length) await write(piece.slice(0, left));
  if (!stream.destroyed) await write(`"}]}}${after}`);
}

function whenChanged(notify) {
  if (mode !== 'changing') return;
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(timer);
    notify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }, 20);
  timer.unref();
}

function serveStdio() {
  const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const raw = async (text) => void process.stdout.write(text);
  const io = {
    raw,
    noise: raw,
    notify: send,
    everywhere: send,
    huge: (id, bytes) => writeHuge(process.stdout, id, bytes, '', '\n'),
  };
  const lines = createInterface({ input: process.stdin });
  process.stdout.on('error', () => process.exit(0));
  lines.on('line', (line) => void handle(JSON.parse(line), send, io));
  lines.on('close', () => mode !== 'stubborn' && process.exit(0));
  whenChanged(send);
}

function serveHttp() {
  const sessions = new Set();
  const streams = new Set();
  const asJson = mode === 'json';
  whenChanged((message) => {
    for (const stream of streams) stream.write(`data: ${JSON.stringify(message)}\n\n`);
  });
  const server = createServer((request, response) => {
    if (mode === 'redirects') return void response.writeHead(307, { location: '/elsewhere' }).end();
    const session = request.headers['mcp-session-id'];
    if (session !== undefined && !sessions.has(session)) return void response.writeHead(404).end();
    if (request.method === 'DELETE') {
      sessions.delete(session);
      return void response.writeHead(200).end();
    }
    if (request.method === 'GET' && request.headers['last-event-id'] !== undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end(late.shift());
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
      streams.add(response);
      return void response.on('close', () => streams.delete(response));
    }
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    const everywhere = (message) => {
      for (const stream of streams) stream.write(`data: ${JSON.stringify(message)}\n\n`);
    };
    request.on('end', () => answerPost(JSON.parse(body), response, { sessions, asJson, everywhere }));
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`listening ${server.address().port}\n`));
}

/** Events kept for a client that resumes. */
const late = [];

function answerPost(message, response, { sessions, asJson, everywhere }) {
  if (message.id === undefined) {
    void handle(message, () => {}, {});
    return void response.writeHead(202).end();
  }
  const headers = { 'content-type': asJson ? 'application/json' : 'text/event-stream' };
  if (mode === 'limited' && message.method === 'tools/call')
    return void response.writeHead(429, { 'retry-after': '7' }).end('slow down');
  if (message.method === 'initialize') {
    const id = randomUUID();
    sessions.add(id);
    headers['mcp-session-id'] = id;
  }
  response.writeHead(200, headers);
  if (!asJson) response.flushHeaders();
  const [before, after] = asJson ? ['', ''] : ['event: message\ndata: ', '\n\n'];
  const send = (answer) => {
    if (mode === 'forgets' && message.method === 'tools/call') sessions.clear();
    const event = `${before}${JSON.stringify(answer)}${after}`;
    if (mode !== 'resumes' || message.method !== 'tools/call') return void response.end(event);
    late.push(event);
    response.end('id: 1\nretry: 1\ndata:\n\n');
  };
  const io = {
    raw: async (text) => void response.end(`${before}${text}${after}`),
    everywhere,
    notify: (message) => void (asJson || response.write(`${before}${JSON.stringify(message)}${after}`)),
    noise: async () => void (asJson || response.write(': a comment\n\nevent: log\ndata: {broken\n\n')),
    huge: async (id, bytes) => {
      await writeHuge(response, id, bytes, before, after);
      response.end();
    },
  };
  void handle(message, send, io);
}

start();
if (transport === 'http') serveHttp();
else serveStdio();
