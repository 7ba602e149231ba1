import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { OpenRequests } from './open-requests.js';

class Response extends EventEmitter {
  readonly headers: Record<string, string> = {};
  headersSent = false;
  ended = false;
  setHeader = (name: string, value: string) => {
    this.headers[name] = value;
  };
  end = () => {
    this.ended = true;
    this.emit('close');
  };
}

function open(requests: OpenRequests, method: string, url: string, parts: { accept?: string; body?: unknown } = {}) {
  const response = new Response();
  const headers = parts.accept === undefined ? {} : { accept: parts.accept };
  const raw = { method, url, headers } as unknown as IncomingMessage;
  requests.add({ raw, body: parts.body }, response as unknown as ServerResponse);
  return response;
}

it('counts what is to be answered, and ends streams, which nobody waits for', () => {
  const requests = new OpenRequests();
  const call = open(requests, 'POST', '/v1/invocations');
  const mcpCall = open(requests, 'POST', '/mcp', { accept: 'application/json, text/event-stream', body: [] });
  const streams = [
    open(requests, 'GET', '/v1/runs/1/events?since=2'),
    open(requests, 'GET', '/mcp', { accept: 'text/event-stream' }),
    open(requests, 'POST', '/mcp', { body: { method: 'subscriptions/listen' } }),
  ];
  expect(requests.underWay).toBe(2);
  requests.endStreams();
  expect(streams.every((it) => it.ended)).toBe(true);
  expect([call.ended, mcpCall.ended]).toEqual([false, false]);
  call.end();
  expect(requests.underWay).toBe(1);
});

it('closes connections with their next answer once it drains', () => {
  const requests = new OpenRequests();
  const before = open(requests, 'GET', '/v1/tools');
  const begun = open(requests, 'GET', '/v1/tools');
  begun.headersSent = true;
  expect(before.headers).toEqual({});
  requests.drain();
  const after = open(requests, 'GET', '/v1/tools');
  expect([before.headers, begun.headers, after.headers]).toEqual([
    { connection: 'close' },
    {},
    { connection: 'close' },
  ]);
});
