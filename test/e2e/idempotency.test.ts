import type { Envelope, NotificationView } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { MovedClock } from './moved-clock.js';

type Answered = Envelope & Refusal & { readonly invocationStatus?: string; readonly invocationId?: string };

let house: House;
let carl: string;
const clock = new MovedClock();
const api = new CountingApi();
let next = 0;

/** A key and a line nobody has used. */
const fresh = () => {
  next += 1;
  return { key: `key-${next}`, line: `line ${next}` };
};
/** Created again, since a restarted server has another address. */
const caller = () => house.client(carl);
const call = (tool: string, line: string, key?: string, more: object = {}, by: Client = caller()) =>
  by.post<Answered>('/v1/invocations', {
    tool: `acme/${tool}`,
    input: { line },
    ...(key !== undefined && { idempotencyKey: key }),
    ...more,
  });

beforeAll(async () => {
  house = await startHouse({}, clock);
  carl = await house.key('carl');
  const { admin } = house;
  await admin.post('/v1/namespaces', { name: 'acme' });
  const url = await api.start();
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const publish = (name: string, path: string, annotations: object) =>
    admin.post(
      '/v1/tools',
      httpManifest(`acme/${name}`, { inputSchema, endpoint: { url: `${url}${path}` }, annotations }),
    );
  await publish('pay', '/plain', {});
  await publish('safe-pay', '/honouring', { honoursKey: true });
  await publish('read', '/plain', { readOnlyHint: true });
  await importServer(admin, 'acme', stdioUpstream(), 'local');
  for (const tool of ['acme/pay', 'acme/safe-pay', 'acme/read'])
    await admin.post('/v1/endorsements', { tool, organisation: 'default' });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

describe('a call under a key', () => {
  it('is made once: a repeat has the first result, under the same id, and says so', async () => {
    const { key, line } = fresh();
    const first = await call('pay', line, key);
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded', provenance: { freshness: 'live' } } });
    const again = await call('pay', line, key);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      id: first.body.id,
      output: { line, count: 1 },
      receipt: first.body.receipt,
      provenance: { ...first.body.provenance, freshness: 'replayed' },
    });
    expect(api.effects.get(line)).toBe(1);
  });

  it('may have its key in the header', async () => {
    const { key, line } = fresh();
    const headers = { 'idempotency-key': `"${key}"` };
    const body = { tool: 'acme/pay', input: { line } };
    const first = await caller().post<Answered>('/v1/invocations', body, { headers });
    const again = await caller().post<Answered>('/v1/invocations', { ...body, idempotencyKey: key });
    expect(again.body).toMatchObject({ id: first.body.id, output: { count: 1 } });
    const both = await caller().post<Answered>('/v1/invocations', { ...body, idempotencyKey: 'other' }, { headers });
    expect(both).toMatchObject({ status: 422, body: { code: 'invalid_request' } });
  });

  it('is refused for another call than the first, and changes nothing', async () => {
    const { key, line } = fresh();
    const first = await call('pay', line, key);
    for (const [tool, input] of [
      ['pay', 'something else'],
      ['safe-pay', line],
    ] as const) {
      const other = await call(tool, input, key);
      expect(other).toMatchObject({
        status: 409,
        body: { code: 'idempotency_conflict', invocationId: first.body.id, error: { outcome: 'none' } },
      });
      expect(other.body.detail).toMatch(/use a new key/);
    }
    expect(api.effects.get('something else')).toBeUndefined();
    expect((await call('pay', line, key)).body.output).toMatchObject({ count: 1 });
  });

  it('belongs to its caller: the same key of somebody else is another one, at the tool as well', async () => {
    const { key, line } = fresh();
    await call('safe-pay', line, key);
    const dora = await call('safe-pay', line, key, {}, await house.as('dora'));
    expect(dora.body.output).toMatchObject({ count: 2 });
    const [one, two, ...more] = api.keys.get(line) ?? [];
    expect(more).toEqual([]);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(two).not.toBe(one);
  });

  it('is made once of a hundred that come together, and all have its answer', async () => {
    const { key, line } = fresh();
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('pay', line, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.provenance?.freshness === 'live')).toHaveLength(1);
    expect(api.effects.get(line)).toBe(1);
  });

  it('is waited for by a repeat, which has its own deadline', async () => {
    const { key, line } = fresh();
    const held = api.hold();
    const first = call('pay', line, key);
    const request = await held;
    const late = await call('pay', line, key, { deadlineMs: 50 });
    expect(late.status).toBe(202);
    expect(late.body).toMatchObject({ status: 'running' });
    expect(late.headers.get('location')).toBe(`/v1/invocations/${late.body.id}`);
    request.answer();
    expect((await first).body.id).toBe(late.body.id);
    expect((await call('pay', line, key)).body).toMatchObject({ id: late.body.id, output: { count: 1 } });
  });

  it('may be repeated under its own id too, where another call may not', async () => {
    const { key, line } = fresh();
    const id = '01890000-0000-7000-8000-00000000abcd';
    const first = await call('pay', line, key, { id });
    expect((await call('pay', line, key, { id })).body).toMatchObject({ id, output: { count: 1 } });
    expect(first.body.id).toBe(id);
    expect((await call('pay', line, fresh().key, { id })).status).toBe(409);
  });

  it('can be left to itself, also as a repeat', async () => {
    const { key, line } = fresh();
    const headers = { prefer: 'respond-async' };
    const body = { tool: 'acme/pay', input: { line }, idempotencyKey: key };
    const begun = await Promise.all([1, 2].map(() => caller().post<Answered>('/v1/invocations', body, { headers })));
    for (const { status, headers: said } of begun) {
      expect([status, said.get('preference-applied')]).toEqual([202, 'respond-async']);
      const shown = await eventually(async () => {
        const answer = await caller().get<Answered>(said.get('location') ?? '');
        return answer.status === 200 ? answer : undefined;
      }, 'the call to end');
      expect(shown.body).toMatchObject({ status: 'succeeded', output: { line, count: 1 } });
    }
  });

  it('survives a restart', async () => {
    const { key, line } = fresh();
    const first = await call('pay', line, key);
    await house.restart();
    expect((await call('pay', line, key)).body).toMatchObject({
      id: first.body.id,
      output: { count: 1 },
      provenance: { freshness: 'replayed' },
    });
  });

  it('is a new one after 24 hours', async () => {
    const { key, line } = fresh();
    await call('pay', line, key);
    clock.ahead += 24 * 3_600_000;
    expect((await call('pay', line, key)).body.output).toMatchObject({ count: 2 });
  });

  it('does not hold on to what never reached the tool', async () => {
    const { key } = fresh();
    const unfit = { tool: 'acme/pay', input: { line: 1 }, idempotencyKey: key, repair: 'off' };
    expect((await caller().post('/v1/invocations', unfit)).status).toBe(422);
    expect((await call('pay', 'fits', key)).status).toBe(200);
    const rehearsed = await caller().post('/v1/invocations?dryRun=true', {
      tool: 'acme/pay',
      input: { line: 'dry' },
      idempotencyKey: 'dry',
    });
    expect(rehearsed.status).toBe(200);
    expect((await call('pay', 'not dry', 'dry')).status).toBe(200);
  });

  it('is taken from an MCP client too', async () => {
    const { key, line } = fresh();
    const first = await call('pay', line, key);
    const params = {
      name: 'call_tool',
      arguments: { tool: 'acme/pay', input: { line }, idempotencyKey: key },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const headers = {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'call_tool',
    };
    const answer = await caller().post<{ result: { structuredContent: Envelope } }>(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { headers },
    );
    expect(answer.body.result.structuredContent).toMatchObject({
      id: first.body.id,
      freshness: 'replayed',
    });
    expect(api.effects.get(line)).toBe(1);
  });

  it('travels with a call over MCP', async () => {
    const { key } = fresh();
    const { body } = await call('local.meta', 'x', key);
    expect(body.output).toEqual({
      'assay/idempotencyKey': expect.stringMatching(/^[0-9a-f]{64}$/),
      traceparent: expect.any(String),
    });
  });
});

describe('a call with an unknown outcome', () => {
  const noticeOf = async (id: string) =>
    eventually(async () => {
      const { body } = await house.admin.get<{ items: NotificationView[] }>('/v1/notifications');
      return body.items.find(({ details }) => details.invocationId === id);
    }, 'somebody to be told');

  it('is not made again, and is shown to a person', async () => {
    const { key, line } = fresh();
    const held = api.hold();
    const first = call('pay', line, key);
    (await held).drop();
    const answer = await first;
    expect(answer).toMatchObject({ status: 502, body: { error: { outcome: 'unknown', retryable: false } } });
    expect(await call('pay', line, key)).toMatchObject({
      status: 502,
      body: { id: answer.body.id, error: { outcome: 'unknown' }, provenance: { freshness: 'replayed' } },
    });
    expect(api.effects.get(line)).toBe(1);
    expect(await noticeOf(answer.body.id)).toMatchObject({
      kind: 'call.outcome-unknown',
      subject: 'acme/pay@1.0.0',
      details: { key },
    });
  });

  it('is made again at a tool that honours the key, which has one effect', async () => {
    const { key, line } = fresh();
    const held = api.hold();
    const first = call('safe-pay', line, key);
    (await held).drop();
    expect(await first).toMatchObject({ status: 200, body: { output: { line, count: 1 } } });
    expect(api.effects.get(line)).toBe(1);
    expect([...(api.keys.get(line) ?? [])]).toHaveLength(1);
  });

  it('without a key is shown to a person as well', async () => {
    const { line } = fresh();
    const held = api.hold();
    const first = call('pay', line);
    (await held).drop();
    const { body } = await first;
    expect(body.error?.outcome).toBe('unknown');
    expect((await noticeOf(body.id)).details.key).toBeNull();
  });
});
