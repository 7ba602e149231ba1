import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UpstreamCall } from '@assay/gateway';
import { type Deadline, startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { wallClock } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { createHttpTransport, type HttpUpstreams } from './create-http-transport.js';
import type { HttpCall } from './serialise.js';

const secret = 'secret-7f3a91';
/** What a request to each path meets. */
const places: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/echo': (request, response) => json(response, 200, { url: request.url, headers: request.headers }),
  '/absent': (request, response) =>
    json(response, 404, { error: `no such thing for ${request.headers.authorization}` }),
  '/busy': (_, response) => response.writeHead(429, { 'retry-after': '3' }).end('slow down'),
  '/broken': (_, response) => response.writeHead(500).end(),
  '/huge': (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).write('['.padEnd(5_000, ' ')),
  '/huge-failure': (_, response) => response.writeHead(500).end('x'.repeat(200_000)),
  '/silent': () => {},
  '/slow-body': (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('a'),
  '/dies': (request) => request.socket.destroy(),
  '/dies-in-body': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{');
    setImmediate(() => request.socket.destroy());
  },
  '/html': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  '/away': (_, response) => response.writeHead(302, { location: 'http://localhost:1/echo' }).end(),
  '/moved': (_, response) => response.writeHead(307, { location: '/echo?moved=1' }).end(),
  '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/created': (_, response) => response.writeHead(303, { location: '/dies' }).end(),
  '/nothing': (_, response) => response.writeHead(204).end(),
};
const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const web = createServer((request, response) => places[request.url?.split('?')[0] ?? '']?.(request, response));
let upstreams: HttpUpstreams;
let origin: string;
let deadlines: Deadline[] = [];
beforeAll(async () => {
  await once(web.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
  upstreams = createHttpTransport({
    clock: wallClock,
    guard,
    identity: { name: 'assay', version: '1' },
    maxBytes: 4_000,
  });
});
afterAll(async () => {
  for (const deadline of deadlines) deadline.end();
  await upstreams.close();
  web.closeAllConnections();
  web.close();
});

const record = (url: string): Server => ({
  id: 'id-api',
  organisationId: 'o',
  namespace: 'acme',
  name: 'api',
  mcp: null,
  http: { url, headers: { Authorization: `Bearer ${secret}` } },
  grpc: null,
  stateless: true,
  isolation: null,
  confirmation: null,
  packages: null,
  createdAt: 1,
  updatedAt: 1,
});

function aCall(
  endpoint: HttpCall,
  { input = {}, server = record(origin), ms = 20_000 }: { input?: object; server?: Server | null; ms?: number } = {},
) {
  const deadline = startDeadline(wallClock, ms);
  deadlines = [...deadlines, deadline];
  const manifest = {
    name: 'acme/api.tool',
    version: '1.0.0',
    description: 'x',
    inputSchema: {},
    protocol: 'http' as const,
    endpoint: { ...endpoint },
  };
  return { invocationId: 'call-1', manifest, server, input, principalId: 'p', deadline } as UpstreamCall;
}
const call = (endpoint: HttpCall, options = {}) => upstreams.transport.call(aCall(endpoint, options));
const get = (url: string, options = {}) => call({ url, method: 'GET' }, options);
const post = (url: string, options = {}) => call({ url, method: 'POST' }, options);

describe('an HTTP tool', () => {
  it('is called with the credentials of its server, and says who answered', async () => {
    const answer = await get('/echo', { input: { q: 'tea' } });
    expect(answer).toMatchObject({
      ok: true,
      value: { isError: false, source: 'http:acme/api', structured: { url: '/echo?q=tea' } },
    });
    expect(answer).toMatchObject({
      value: { structured: { headers: { authorization: `Bearer ${secret}`, 'user-agent': 'assay/1' } } },
    });
    expect(upstreams.health('id-api').state).toBe('up');
  });

  it('sends the idempotency key of a call that has one, and no input replaces it', async () => {
    const endpoint: HttpCall = { url: '/echo', method: 'POST', parameters: { 'Idempotency-Key': 'header' } };
    const keyed = { ...aCall(endpoint, { input: { 'Idempotency-Key': 'mine' } }), idempotencyKey: 'k-1' };
    expect(await upstreams.transport.call(keyed)).toMatchObject({
      value: { structured: { headers: { 'idempotency-key': 'k-1' } } },
    });
    const answer = await post('/echo');
    expect(answer).not.toMatchObject({ value: { structured: { headers: { 'idempotency-key': expect.anything() } } } });
  });

  it('needs no server when it has an address', async () => {
    const answer = await get(`${origin}/echo`, { server: null });
    expect(answer).toMatchObject({ value: { source: `http:${origin}` } });
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(await get('/echo', { server: null })).toMatchObject({
      error: { code: 'upstream_unavailable', outcome: 'none' },
    });
  });

  it('answers null where there is nothing, and text as text', async () => {
    expect(await get('/nothing')).toMatchObject({ value: { structured: null } });
    expect(await get('/html')).toMatchObject({ value: { content: [{ type: 'text', text: '<h1>Welcome</h1>' }] } });
  });

  it('follows a redirect within its origin, and no other', async () => {
    expect(await post('/moved')).toMatchObject({ value: { structured: { url: '/echo?moved=1' } } });
    expect(await get('/away')).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('http://localhost:1') },
    });
    expect(await get('/circle')).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('too often') },
    });
  });
});

describe('an API that fails', () => {
  it('is quoted without the credentials it was sent', async () => {
    const answer = await get('/absent');
    expect(answer).toMatchObject({
      error: { code: 'upstream_not_found', outcome: 'none', message: expect.stringContaining('no such thing') },
    });
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(await get('/busy')).toMatchObject({ error: { code: 'rate_limited', retryAfterMs: 3_000 } });
    expect(await post('/broken')).toMatchObject({ error: { code: 'upstream_error', outcome: 'unknown' } });
    expect(await post('/huge-failure')).toMatchObject({ error: { code: 'upstream_error', outcome: 'unknown' } });
  });

  it('may answer too much, or never', async () => {
    expect(await get('/huge')).toMatchObject({ error: { code: 'output_too_large', outcome: 'done' } });
    expect(await post('/silent', { ms: 50 })).toMatchObject({
      error: { code: 'deadline_exceeded', outcome: 'unknown' },
    });
    expect(await post('/slow-body', { ms: 50 })).toMatchObject({
      error: { code: 'deadline_exceeded', outcome: 'unknown' },
    });
  });

  it('is left at once when the caller cancels', async () => {
    const waiting = aCall({ url: '/silent', method: 'POST' });
    const arrived = once(web, 'request');
    const answer = upstreams.transport.call(waiting);
    await arrived;
    waiting.deadline.cancel();
    expect(await answer).toMatchObject({ error: { code: 'cancelled', outcome: 'unknown' } });
    const before = aCall({ url: '/silent', method: 'POST' });
    before.deadline.cancel();
    expect(await upstreams.transport.call(before)).toMatchObject({ error: { code: 'cancelled', outcome: 'none' } });
  });

  it('may die: then what happened is unknown, also behind a redirect', async () => {
    expect(await post('/dies')).toMatchObject({ error: { code: 'upstream_unavailable', outcome: 'unknown' } });
    expect(await get('/dies-in-body')).toMatchObject({ error: { code: 'upstream_unavailable', outcome: 'unknown' } });
    expect(await post('/created')).toMatchObject({ error: { outcome: 'unknown' } });
    expect(upstreams.health('id-api')).toMatchObject({ state: 'down', detail: expect.any(String) });
  });

  it('may not be there, or not be allowed', async () => {
    const nobody = createServer();
    await once(nobody.listen(0, '127.0.0.1'), 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    await once(nobody, 'close');
    expect(await post('/x', { server: record(`http://127.0.0.1:${port}`) })).toMatchObject({
      error: { code: 'upstream_unavailable', outcome: 'none' },
    });
    for (const host of ['10.0.0.1', '169.254.169.254', '[::ffff:10.0.0.1]'])
      expect(await post('/x', { server: record(`http://${host}`) })).toMatchObject({
        error: { code: 'address_forbidden', outcome: 'none' },
      });
  });

  it('is called no more once the transport is closed', async () => {
    const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
    const closed = createHttpTransport({ clock: wallClock, guard, identity: { name: 'assay', version: '1' } });
    await closed.close();
    expect(await closed.transport.call(aCall({ url: '/echo', method: 'GET' }))).toMatchObject({
      error: { outcome: 'none' },
    });
    closed.forget('id-api');
    expect(closed.health('id-api').state).toBe('unknown');
  });
});
