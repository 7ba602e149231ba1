import type { GrpcCall } from '@assay/importing';
import { cancelledReason, type Deadline, startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { type ListeningProcess, startListening, wallClock } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { createGrpcTransport, type GrpcUpstreams } from './create-grpc-transport.js';
import { type CallParts, grpcCall, grpcServer, shopServer, shopSet } from './shop.fixture.js';

const secret = 'Bearer a-secret-of-the-shop';
const descriptorSet = shopSet().toString('base64');
const startShop = (...args: readonly string[]) => startListening(shopServer, args);
const openGuard = new EgressGuard({ allow: [], loopback: true, except: [] });
const create = (parts: Partial<Parameters<typeof createGrpcTransport>[0]> = {}) =>
  createGrpcTransport({
    clock: wallClock,
    guard: openGuard,
    identity: { name: 'assay', version: '1' },
    maxBytes: 20_000,
    maxNesting: 12,
    maxMessages: 50,
    ...parts,
  });

let shop: ListeningProcess;
let upstreams: GrpcUpstreams;
let address: string;
let deadlines: Deadline[] = [];
beforeAll(async () => {
  shop = await startShop('v1');
  address = `127.0.0.1:${shop.port}`;
  upstreams = create();
});
afterAll(async () => {
  for (const deadline of deadlines) deadline.end();
  await upstreams.close();
  await shop.stop();
});

const prepared = (
  method: string,
  parts: CallParts & { set?: boolean; service?: string; at?: string; ms?: number } = {},
) => {
  const { set = true, service = 'shop.v1.Odd', at = address, ms = 20_000, ...rest } = parts;
  const endpoint: GrpcCall = { address: at, service, method, ...(set && { descriptorSet }) };
  const deadline = startDeadline(wallClock, ms);
  deadlines = [...deadlines, deadline];
  return { call: grpcCall(endpoint, deadline, rest), deadline };
};
const call = (method: string, parts: Parameters<typeof prepared>[1] = {}) =>
  upstreams.transport.call(prepared(method, parts).call);
const get = (parts: Parameters<typeof prepared>[1] = {}) =>
  call('Get', { service: 'shop.v1.Orders', input: { orderId: '1' }, ...parts });

describe('a gRPC tool', () => {
  it.each([true, false])('is called by descriptor set or by reflection (%s)', async (set) => {
    expect(await get({ set })).toEqual({
      ok: true,
      value: {
        content: [],
        isError: false,
        source: `grpc:${address}`,
        structured: {
          orderId: '1',
          items: [{ sku: 'tea', count: 2, parts: [] }],
          state: 'OPEN',
          totalCents: '990',
          labels: { gift: 'yes' },
        },
      },
    });
  });

  it('answers a stream as the list of its messages, and tells of each', async () => {
    const seen: number[] = [];
    const answer = await call('Watch', {
      service: 'shop.v1.Orders',
      input: { orderId: '7' },
      more: { onProgress: ({ progress }) => seen.push(progress) },
    });
    expect(answer).toMatchObject({ value: { structured: [{ state: 'OPEN' }, { state: 'SHIPPED' }] } });
    expect(seen).toEqual([1, 2]);
  });

  it('carries the credentials of its server, the trace, the key and the deadline', async () => {
    const grpc: NonNullable<Server['grpc']> = { address, metadata: { Authorization: secret, 'x-token-bin': 'AQID' } };
    const more = { traceId: 'a'.repeat(32), idempotencyKey: 'key-1' };
    const answer = await call('Told', { server: grpcServer(grpc), more });
    expect(answer).toMatchObject({
      value: {
        source: 'grpc:acme/shop',
        structured: {
          authorization: secret,
          'x-token-bin': 'bytes 010203',
          'idempotency-key': 'key-1',
          traceparent: `00-${'a'.repeat(32)}-a000000011114222-01`,
          deadline: 'true',
        },
      },
    });
    expect(JSON.stringify(answer)).toMatch(/assay\/1/);
    expect(upstreams.health('id-shop').state).toBe('up');
    expect(JSON.stringify(await call('Told', {}))).not.toContain(secret);
  });

  it('puts a request that is no object under "value"', async () => {
    expect(await call('Double', { input: { value: '4611686018427387904' } })).toMatchObject({
      value: { structured: '9223372036854775808' },
    });
    expect(await call('Now')).toMatchObject({ value: { structured: '2026-11-18T11:06:40.500Z' } });
    expect(await call('Double', { input: { value: 'many' } })).toMatchObject({
      error: { code: 'invalid_input', outcome: 'none', issues: [{ path: '/input/value' }] },
    });
  });

  it('says where an input cannot be sent, and sends nothing', async () => {
    const input = { orderId: '9', items: [{ sku: 'tea', count: -1 }] };
    expect(await call('Create', { service: 'shop.v1.Orders', input })).toMatchObject({
      error: {
        code: 'invalid_input',
        outcome: 'none',
        issues: [{ path: '/input/items/0/count', message: 'must be from 0 to 4294967295' }],
      },
    });
    expect(shop.lines.join()).not.toContain('"9"');
  });
});

describe('a status other than OK', () => {
  it.each([
    [3, 'upstream_rejected', 'none'],
    [5, 'upstream_not_found', 'none'],
    [2, 'tool_error', 'unknown'],
    [7, 'upstream_rejected', 'none'],
    [8, 'rate_limited', 'none'],
    [12, 'upstream_error', 'none'],
    [13, 'upstream_error', 'unknown'],
    [14, 'upstream_unavailable', 'unknown'],
    [4, 'deadline_exceeded', 'unknown'],
  ])('%i is %s, its effect %s', async (code, wanted, outcome) => {
    const answer = await call('Fail', { input: { code, details: 'so it is' } });
    expect(answer).toMatchObject({ error: { code: wanted, outcome, message: expect.stringContaining('so it is') } });
  });

  it('says when to try again, when the server does', async () => {
    const input = { code: 8, details: 'slow down', retrySeconds: 7 };
    expect(await call('Fail', { input })).toMatchObject({ error: { code: 'rate_limited', retryAfterMs: 7_000 } });
  });

  it('never shows the credentials a server repeats', async () => {
    const grpc = { address, metadata: { authorization: secret } };
    const answer = await call('Fail', { server: grpcServer(grpc), input: { code: 7, details: `no ${secret}` } });
    expect(JSON.stringify(answer)).not.toContain('a-secret');
  });
});

describe('the limits of a gRPC tool', () => {
  it('end a message and a stream that are too large', async () => {
    const large = { error: { code: 'output_too_large', outcome: 'done' } };
    expect(await call('Large', { input: { bytes: 30_000 } })).toMatchObject(large);
    expect(await call('Flood', { input: { bytes: 5_000, messages: 5 } })).toMatchObject(large);
    expect(await call('Flood', { input: { bytes: 1, messages: 60 } })).toMatchObject(large);
    expect(await call('Flood', { input: { bytes: 1, messages: 50 } })).toMatchObject({ ok: true });
  });

  it('end an answer that is nested too deeply', async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { parts: [nested(levels - 1)] });
    const echo = (levels: number) => call('Echo', { input: { item: nested(levels) } });
    expect(await echo(4)).toMatchObject({ ok: true });
    expect(await echo(9)).toMatchObject({ error: { code: 'output_too_large' } });
  });

  it('end a call at its deadline, and tell the server', async () => {
    const answer = await call('Sleep', { input: { value: '30s' }, ms: 100 });
    expect(answer).toMatchObject({ error: { code: 'deadline_exceeded', outcome: 'unknown' } });
  });

  it('let a caller cancel, which the server hears of', async () => {
    const { call: sleeping, deadline } = prepared('Sleep', { input: { value: '30s' } });
    const answered = upstreams.transport.call(sleeping);
    await call('Now');
    deadline.cancel(cancelledReason);
    expect(await answered).toMatchObject({ error: { code: 'cancelled', outcome: 'unknown' } });
    const until = Date.now() + 5_000;
    while (!shop.lines.some((it) => it.includes('cancelled')) && Date.now() < until) await call('Now');
    expect(shop.lines.join()).toContain('cancelled');
  });
});

describe('a server that is not there', () => {
  it('is unavailable without an effect, says why, and is well again once it is back', async () => {
    const gone = await startShop('v1');
    const grpc = { address: `127.0.0.1:${gone.port}` };
    const server = grpcServer(grpc, { id: 'id-gone' });
    expect(await get({ server })).toMatchObject({ ok: true });
    await gone.stop();
    expect(await get({ server })).toMatchObject({ error: { code: 'upstream_unavailable' } });
    const second = await get({ server });
    expect(second).toMatchObject({ error: { outcome: 'none', message: expect.stringContaining('ECONNREFUSED') } });
    expect(upstreams.health('id-gone').state).toBe('down');
    const back = await startShop('v1', '', '', String(gone.port));
    expect(await get({ server })).toMatchObject({ ok: true });
    expect(upstreams.health('id-gone').state).toBe('up');
    await back.stop();
  });

  it('is not reached where the guard forbids it, whatever the name resolves to', async () => {
    const closed = create({
      guard: new EgressGuard({ allow: [], loopback: false, except: [], resolve: async () => ['127.0.0.1'] }),
    });
    const answer = await closed.transport.call(prepared('Now', { at: `grpc://shop.example:${shop.port}` }).call);
    expect(answer).toMatchObject({ error: { code: 'address_forbidden', outcome: 'none' } });
    await closed.close();
  });

  it('is connected to at the address the guard has seen, by its own name', async () => {
    const resolving = create({
      guard: new EgressGuard({
        allow: [],
        loopback: true,
        except: [],
        resolve: async (host) => (host === 'shop.example' ? ['::1', '127.0.0.1'] : []),
      }),
    });
    const answer = await resolving.transport.call(prepared('Told', { at: `grpc://shop.example:${shop.port}` }).call);
    expect(answer).toMatchObject({ value: { structured: { host: `shop.example:${shop.port}` } } });
    await resolving.close();
  });

  it('calls nobody after it was closed', async () => {
    const closed = create();
    await closed.close();
    const answer = await closed.transport.call(prepared('Now').call);
    expect(answer).toMatchObject({ error: { code: 'upstream_unavailable', outcome: 'none' } });
  });
});

describe('reflection', () => {
  const describeIt = (grpc: NonNullable<Server['grpc']>) =>
    upstreams.reflection.describe(grpcServer(grpc), startDeadline(wallClock, 20_000));

  it('reads services and files of either revision', async () => {
    const older = await startShop('v1alpha');
    for (const at of [address, `127.0.0.1:${older.port}`]) {
      const described = await describeIt({ address: at });
      expect(described).toMatchObject({ ok: true, value: { services: ['shop.v1.Orders', 'shop.v1.Odd'] } });
      expect(described.ok && described.value.files).toHaveLength(1);
    }
    await older.stop();
  });

  it('says what to do about a server without it', async () => {
    const silent = await startShop('off');
    expect(await describeIt({ address: `127.0.0.1:${silent.port}` })).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringContaining('descriptor set') },
    });
    await silent.stop();
  });
});
