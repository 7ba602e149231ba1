import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wallClock } from '@assay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { exchange, type HttpReply } from './http-exchange.js';
import type { JsonObject } from './json-rpc.js';

const agent = new Agent();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function ask(
  answer: (response: ServerResponse) => void,
  signal = new AbortController().signal,
  maxBytes = 1_000,
) {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const others: JsonObject[] = [];
  const reply: HttpReply = await exchange(agent, wallClock, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    path: '/',
    method: 'POST',
    headers: {},
    body: '{}',
    id: 5,
    maxBytes,
    maxNesting: 8,
    signal,
    onOther: (message) => others.push(message),
  });
  return { reply, others };
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const stream = { 'content-type': 'text/event-stream' };
const event = (message: unknown) => `data: ${JSON.stringify(message)}\n\n`;

describe('an exchange', () => {
  it('reads a large message in slices, in a stream among others too', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: at }));
    const large = { jsonrpc: '2.0', id: 5, result: { rows } };
    const alone = await ask((it) => it.writeHead(200, json).end(JSON.stringify(large)), undefined, 1e6);
    expect(alone.reply).toEqual({ kind: 'message', message: large });
    const note = { jsonrpc: '2.0', method: 'notifications/progress' };
    const events = `${event(note)}${event(large)}${event(note)}`;
    const streamed = await ask((it) => it.writeHead(200, stream).end(events), undefined, 1e6);
    expect(streamed.reply).toEqual({ kind: 'message', message: large });
    const deep = { ...large, result: { rows, deep: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) } };
    const tooDeep = await ask((it) => it.writeHead(200, json).end(JSON.stringify(deep)), undefined, 1e6);
    expect(tooDeep.reply).toEqual({ kind: 'too-deep' });
  });

  it('finds its answer among others, in a list too', async () => {
    const list = JSON.stringify([
      { jsonrpc: '2.0', id: 4, result: {} },
      { jsonrpc: '2.0', id: 5, result: { a: 1 } },
    ]);
    const { reply } = await ask((response) => response.writeHead(200, json).end(list));
    expect(reply).toMatchObject({ kind: 'message', message: { id: 5, result: { a: 1 } } });
  });

  it('settles at its answer although the stream goes on, and hands on what is no answer', async () => {
    const { reply, others } = await ask((response) => {
      response.writeHead(200, stream);
      response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: {} }));
      response.write(event({ jsonrpc: '2.0', id: 9, method: 'ping' }));
      response.write(event({ jsonrpc: '2.0', id: 6, result: {} }));
      response.write(event({ jsonrpc: '2.0', id: 5, result: { a: 1 } }));
    });
    expect(reply).toMatchObject({ kind: 'message', message: { id: 5 } });
    expect(others.map((message) => message.method)).toEqual(['notifications/message', 'ping']);
  });

  it.each([
    ['a stream without the answer', stream, event({ jsonrpc: '2.0', id: 6, result: {} }), 'stream-ended'],
    ['another type', { 'content-type': 'text/html' }, '<html>', 'garbage'],
    ['no type', {}, '{"jsonrpc":"2.0","id":5,"result":{}}', 'garbage'],
    ['no JSON', json, '<html>', 'garbage'],
    ['the answer to something else', json, '{"jsonrpc":"2.0","id":6,"result":{}}', 'garbage'],
    ['an event that is no JSON', stream, 'data: {broken\n\n', 'garbage'],
    ['too much', json, ' '.repeat(2_000), 'too-large'],
    ['too much in one event', stream, `data: ${' '.repeat(2_000)}`, 'too-large'],
  ])('comes to nothing with %s', async (_name, headers, body, kind) => {
    const { reply } = await ask((response) => response.writeHead(200, headers).end(body));
    expect(reply.kind).toBe(kind);
  });

  it('keeps little of the body of an error', async () => {
    const { reply } = await ask((response) => response.writeHead(500, json).end('x'.repeat(500_000)));
    expect(reply).toMatchObject({ kind: 'status', status: 500 });
    expect(reply.kind === 'status' && reply.body.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('knows whether the request had left when it is aborted', async () => {
    expect((await ask(() => {}, AbortSignal.abort())).reply).toEqual({ kind: 'aborted', sent: false });
    const later = new AbortController();
    expect((await ask(() => later.abort(), later.signal)).reply).toEqual({ kind: 'aborted', sent: true });
  });

  it('knows whether it had left when the connection fails', async () => {
    expect((await ask((response) => response.destroy())).reply).toMatchObject({ kind: 'failed', sent: true });
  });
});
