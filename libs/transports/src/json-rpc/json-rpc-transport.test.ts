import type { UpstreamCall } from '@assay/gateway';
import type { JsonRpcCall } from '@assay/importing';
import { cancelledReason, type Deadline, startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { type JsonRpcService, startJsonRpcService, wallClock } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import type { ReachedServers } from '../http/http-reach.js';
import { createJsonRpcTransport } from './create-json-rpc-transport.js';
import { specExamples } from './spec-examples.fixture.js';

const secret = 'a-secret-of-the-service';
let service: JsonRpcService;
let upstreams: ReachedServers;
let deadlines: Deadline[] = [];
beforeAll(async () => {
  service = await startJsonRpcService();
  upstreams = createJsonRpcTransport({
    clock: wallClock,
    guard: new EgressGuard({ allow: [], loopback: true, except: [] }),
    identity: { name: 'assay', version: '1' },
    maxBytes: 60_000,
  });
});
afterAll(async () => {
  for (const deadline of deadlines) deadline.end();
  await upstreams.close();
  await service.stop();
});

const record = (url: string): Server => ({
  id: 'id-api',
  organisationId: 'o',
  namespace: 'acme',
  name: 'api',
  mcp: null,
  http: { url, headers: { Authorization: `Bearer ${secret}` }, query: { tenant: 'seven' } },
  grpc: null,
  stateless: true,
  isolation: null,
  confirmation: null,
  packages: null,
  createdAt: 1,
  updatedAt: 1,
});

interface Parts {
  readonly input?: object;
  readonly server?: Server | null;
  readonly ms?: number;
  readonly key?: string;
  readonly annotations?: UpstreamCall['manifest']['annotations'];
}

function aCall(endpoint: JsonRpcCall, { input = {}, server = null, ms = 20_000, key, annotations }: Parts = {}) {
  const deadline = startDeadline(wallClock, ms);
  deadlines = [...deadlines, deadline];
  const name = 'acme/told';
  const manifest = {
    name,
    version: '1.0.0',
    description: 'x',
    inputSchema: {},
    protocol: 'json-rpc' as const,
    endpoint,
  };
  return {
    deadline,
    call: {
      invocationId: 'call-1',
      manifest: { ...manifest, ...(annotations && { annotations }) },
      server,
      input,
      principalId: 'p',
      deadline,
      ...(key !== undefined && { idempotencyKey: key }),
    } as UpstreamCall,
  };
}
const call = (endpoint: JsonRpcCall, parts: Parts = {}) => upstreams.transport.call(aCall(endpoint, parts).call);
const at = (path: string, parts: Parts = {}) => call({ url: `${service.origin}${path}` }, parts);
const lastBody = () => JSON.parse(service.requests.at(-1)?.body ?? 'null') as Record<string, unknown>;

describe('a JSON-RPC tool', () => {
  it.each(specExamples)('asks and understands as the specification has it: $name', async (example) => {
    const { method, input, params, result } = example;
    const positional = 'positional' in example ? { positional: [...example.positional] } : {};
    const answer = await call({ url: `${service.origin}/rpc`, method, ...positional }, { input });
    expect(lastBody()).toEqual({ jsonrpc: '2.0', id: 'call-1', method, ...(params && { params }) });
    expect(answer).toEqual({
      ok: true,
      value: { content: [], structured: result, isError: false, source: `json-rpc:${service.origin}` },
    });
  });

  it('is called by its local name when it names no method', async () => {
    expect(await at('/rpc')).toMatchObject({ value: { structured: { params: null } } });
    expect(lastBody()).toMatchObject({ method: 'told' });
  });

  it('leaves out what is missing at the end of positional params, and gives null before it', async () => {
    const echo = { url: `${service.origin}/rpc`, method: 'echo', positional: ['a', 'b', 'c'] };
    expect(await call(echo, { input: { b: 2 } })).toMatchObject({ value: { structured: [null, 2] } });
  });

  it('uses the credentials of its server there, and nowhere else', async () => {
    const server = record(`${service.origin}/base`);
    const elsewhere = { ...record('http://127.0.0.1:9/'), id: 'id-other' };
    expect(await call({ url: `${service.origin}/rpc` }, { server })).toMatchObject({
      value: { source: 'json-rpc:acme/api', structured: { headers: { authorization: `Bearer ${secret}` } } },
    });
    expect(service.requests.at(-1)?.path).toBe('/rpc?tenant=seven');
    await call({ url: '/status', method: 'echo' }, { server });
    expect(service.requests.at(-1)?.path).toBe('/base/status?tenant=seven');
    const other = await call({ url: `${service.origin}/rpc` }, { server: elsewhere });
    expect(JSON.stringify(other)).not.toContain(secret);
    expect(upstreams.health('id-api').state).toBe('up');
  });

  it('sends the key as a header, and among named params to who declares that it honours it', async () => {
    const endpoint = { url: `${service.origin}/rpc` };
    const input = { a: 1, _meta: { mine: true } };
    await call(endpoint, { input, key: 'k-1' });
    expect(service.requests.at(-1)?.headers['idempotency-key']).toBe('k-1');
    expect(lastBody().params).toEqual(input);
    await call(endpoint, { input, key: 'k-1', annotations: { honoursKey: true } });
    expect(lastBody().params).toEqual({ a: 1, _meta: { mine: true, 'assay/idempotencyKey': 'k-1' } });
    await call({ ...endpoint, positional: ['a'] }, { input, key: 'k-1', annotations: { honoursKey: true } });
    expect(lastBody().params).toEqual([1]);
  });
});

describe('an error of a JSON-RPC tool', () => {
  it('keeps its data, and counts as what its code says, whatever the HTTP status', async () => {
    for (const path of ['/rpc', '/status'])
      expect(await call({ url: `${service.origin}${path}`, method: 'refuse' })).toMatchObject({
        error: {
          code: 'upstream_rejected',
          outcome: 'none',
          data: { upstreamError: { code: -32_602, data: { path: '/amount' } } },
        },
      });
    expect(await call({ url: `${service.origin}/rpc`, method: 'crash' })).toMatchObject({
      error: { code: 'upstream_error', outcome: 'unknown' },
    });
  });

  it('repeats no credential, neither in words nor in data', async () => {
    const answer = await call({ url: '/rpc', method: 'fail' }, { server: record(service.origin) });
    expect(answer).toMatchObject({ error: { code: 'upstream_rejected', outcome: 'unknown' } });
    expect(JSON.stringify(answer)).not.toContain(secret);
  });

  it('is cut when it is long', async () => {
    const answer = await call({ url: `${service.origin}/rpc`, method: 'flood' });
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
  });
});

describe('a service that misbehaves', () => {
  it.each([
    ['/garbage', 'upstream_error', 'unknown'],
    ['/empty', 'upstream_error', 'unknown'],
    ['/other-id', 'upstream_error', 'unknown'],
    ['/no-id', 'upstream_error', 'unknown'],
    ['/both', 'upstream_error', 'unknown'],
    ['/neither', 'upstream_error', 'unknown'],
    ['/old', 'upstream_error', 'unknown'],
    ['/batch', 'upstream_error', 'unknown'],
    ['/no-code', 'upstream_error', 'unknown'],
    ['/redirect', 'upstream_error', 'none'],
    ['/huge', 'output_too_large', 'done'],
    ['/deep', 'output_too_large', 'done'],
    ['/dies', 'upstream_unavailable', 'unknown'],
    ['/limited', 'rate_limited', 'none'],
    ['/broken', 'upstream_unavailable', 'unknown'],
  ])('at %s fails with %s, its effect %s', async (path, code, outcome) => {
    expect(await at(path)).toMatchObject({ ok: false, error: { code, outcome } });
  });

  it('keeps nobody waiting beyond the deadline, and nobody who cancels', async () => {
    expect(await at('/mute', { ms: 80 })).toMatchObject({ error: { code: 'deadline_exceeded', outcome: 'unknown' } });
    const { call: mute, deadline } = aCall({ url: `${service.origin}/mute` });
    const answered = upstreams.transport.call(mute);
    expect(await at('/rpc')).toMatchObject({ ok: true });
    deadline.cancel(cancelledReason);
    expect(await answered).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('is not reached where the guard forbids it, nor when it is away', async () => {
    const guard = new EgressGuard({ allow: [], loopback: false, except: [] });
    const closed = createJsonRpcTransport({ clock: wallClock, guard, identity: { name: 'assay', version: '1' } });
    const forbidden = await closed.transport.call(aCall({ url: `${service.origin}/rpc` }).call);
    expect(forbidden).toMatchObject({ error: { code: 'address_forbidden', outcome: 'none' } });
    await closed.close();
    const away = { ...record('http://127.0.0.1:9'), id: 'id-away' };
    expect(await call({ url: '/rpc' }, { server: away })).toMatchObject({
      error: { code: 'upstream_unavailable', outcome: 'none' },
    });
    expect(upstreams.health('id-away').state).toBe('down');
    expect(await call({ url: '/rpc' })).toMatchObject({ error: { code: 'upstream_unavailable', outcome: 'none' } });
  });
});
