import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { HttpRegistrySource } from './http-registry-source.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

async function registry(answer: Answering) {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => server.closeAllConnections(),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function source(parts: { loopback?: boolean; maxBytes?: number } = {}) {
  const guard = new EgressGuard({ allow: [], loopback: parts.loopback ?? true, except: [] });
  const made = new HttpRegistrySource({ guard, clock: new FakeClock(0), maxBytes: parts.maxBytes ?? 100_000 });
  closers.push(() => made.close());
  return made;
}

const deadline = () => startDeadline(new FakeClock(), 60_000);
const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const everything = { cursor: null, updatedSince: null };

describe('HttpRegistrySource', () => {
  it('asks for a page with cursor and time, and reads entries and the next cursor', async () => {
    const { url, asked } = await registry((_, response) =>
      json(response, { servers: [{ server: { name: 'a/b' } }], metadata: { nextCursor: 'a/b:1.0.0', count: 1 } }),
    );
    const query = { cursor: 'a/a:1.0.0+x', updatedSince: '2026-01-01T00:00:00.000Z' };
    expect(await source().page(url, query, deadline())).toEqual({
      ok: true,
      value: { entries: [{ server: { name: 'a/b' } }], nextCursor: 'a/b:1.0.0' },
    });
    expect(asked).toEqual([
      '/v0.1/servers?limit=100&cursor=a%2Fa%3A1.0.0%2Bx&updated_since=2026-01-01T00%3A00%3A00.000Z',
    ]);
  });

  it.each([null, '', undefined])('takes the cursor %j for the end', async (nextCursor) => {
    const { url } = await registry((_, response) => json(response, { servers: [], metadata: { nextCursor } }));
    expect(await source().page(url, everything, deadline())).toEqual({
      ok: true,
      value: { entries: [], nextCursor: null },
    });
  });

  it('turns to /v0 where there is no /v0.1', async () => {
    const { url, asked } = await registry((request, response) =>
      request.url?.startsWith('/v0/') ? json(response, { servers: [] }) : json(response, {}, 404),
    );
    expect(await source().page(url, everything, deadline())).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
  });

  // what, answer, code
  const bad: [string, Answering, string][] = [
    ['no registry', (_, response) => json(response, {}, 404), 'upstream_error'],
    ['a refused question', (_, response) => json(response, {}, 422), 'invalid_request'],
    ['a closed door', (_, response) => json(response, {}, 401), 'upstream_error'],
    ['a broken server', (_, response) => json(response, {}, 500), 'upstream_unavailable'],
    ['another document', (_, response) => json(response, { items: [] }), 'upstream_error'],
    ['no JSON', (_, response) => void response.end('<html>'), 'upstream_error'],
    [
      'a redirect',
      (_, response) => void response.writeHead(302, { location: 'http://example.com' }).end(),
      'upstream_error',
    ],
    ['too much', (_, response) => json(response, { servers: ['x'.repeat(200_000)] }), 'output_too_large'],
    ['a line cut off', (request) => void request.socket.destroy(), 'upstream_unavailable'],
  ];
  it.each(bad)('tells %s', async (_, answer, code) => {
    const { url } = await registry(answer);
    expect(await source().page(url, everything, deadline())).toMatchObject({ error: { code } });
  });

  it('says when to come again', async () => {
    const { url } = await registry((_, response) => json(response, {}, 429, { 'retry-after': '90' }));
    expect(await source().page(url, everything, deadline())).toMatchObject({
      error: { code: 'upstream_unavailable', retryAfterMs: 90_000 },
    });
  });

  it('does not go where it may not, and says so beforehand', async () => {
    const { url, asked } = await registry((_, response) => json(response, { servers: [] }));
    const outside = source({ loopback: false });
    expect(await outside.page(url, everything, deadline())).toMatchObject({ error: { code: 'address_forbidden' } });
    expect(await outside.objection(url)).toMatch(/ASSAY_EGRESS_ALLOW/);
    expect(await source().objection(url)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('ends with its deadline', async () => {
    const { url, asked } = await registry(() => undefined);
    const clock = new FakeClock();
    const ending = startDeadline(clock, 1_000);
    const page = source().page(url, everything, ending);
    while (asked.length === 0) await new Promise(setImmediate);
    clock.advance(1_000);
    expect(await page).toMatchObject({ error: { code: 'deadline_exceeded' } });
  });
});
