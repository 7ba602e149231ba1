import type { Envelope, ListedCallView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { mcpClients } from './mcp-clients.js';

type Answered = Envelope & Refusal & { readonly invocationStatus?: string };

let house: House;
let carlKey: string;
const api = new CountingApi();
const connectMcp = mcpClients();
const hourMs = 3_600_000;
const soonMs = 1_500;
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
const asynchronously = { headers: { prefer: 'respond-async' } };
const carl = () => house.client(carlKey);
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const schedule = (line: string, ms: number, more: object = {}, by: Client = carl()) =>
  by.post<Answered>(
    '/v1/invocations',
    { tool: 'acme/send', input: { line }, notBefore: at(ms), ...more },
    asynchronously,
  );
const show = (id: string, by: Client = carl()) => by.get<Answered>(`/v1/invocations/${id}`);
const ended = (id: string) =>
  eventually(async () => {
    const { status, body } = await show(id);
    return status === 202 ? undefined : body;
  }, `the call ${id} to end`);
const listed = async (query: string, by: Client = carl()) =>
  (await by.get<{ items: ListedCallView[] }>(`/v1/invocations${query}`)).body.items;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const endpoint = { url: `${await api.start()}/plain` };
  for (const [name, annotations] of [
    ['send', {}],
    ['wipe', { destructiveHint: true }],
  ] as const) {
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, { inputSchema, endpoint, annotations }));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  carlKey = await house.key('carl');
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

describe('a scheduled call', () => {
  it('is answered 202, listed as scheduled, made when it is due, and once', async () => {
    const made = await schedule('a', soonMs);
    const { id } = made.body;
    expect(made).toMatchObject({ status: 202, body: { status: 'scheduled', tool: 'acme/send', version: '1.0.0' } });
    expect(made.headers.get('location')).toBe(`/v1/invocations/${id}`);
    expect(made.headers.get('preference-applied')).toBe('respond-async');
    expect(await show(id)).toMatchObject({
      status: 202,
      body: { status: 'scheduled', notBefore: made.body.notBefore },
    });
    expect(await listed('?status=scheduled')).toMatchObject([{ id, notBefore: made.body.notBefore, ms: null }]);
    expect(api.effects.get('a')).toBeUndefined();
    expect(await ended(id)).toMatchObject({ id, status: 'succeeded', output: { line: 'a', count: 1 } });
    expect(await listed('?status=scheduled')).toEqual([]);
    expect(await listed('?status=succeeded')).toMatchObject([{ id, notBefore: null }]);
    expect(api.effects.get('a')).toBe(1);
  });

  it('has events that end with the call, not before it is due', async () => {
    const { id } = (await schedule('events', soonMs)).body;
    const { body } = await carl().get<string>(`/v1/invocations/${id}/events`);
    expect(String(body)).toMatch(/event: end\ndata: .*"succeeded"/);
    expect(api.effects.get('events')).toBe(1);
  });

  it('survives a restart', async () => {
    const { id } = (await schedule('b', soonMs)).body;
    await house.restart();
    expect(await ended(id)).toMatchObject({ status: 'succeeded', output: { line: 'b', count: 1 } });
    expect(api.effects.get('b')).toBe(1);
  });

  it('is cancelled by its caller, and by nobody else', async () => {
    const { id } = (await schedule('c', hourMs)).body;
    const dana = await house.as('dana');
    expect((await dana.delete(`/v1/invocations/${id}`)).status).toBe(404);
    expect((await show(id, dana)).status).toBe(404);
    expect(await carl().delete(`/v1/invocations/${id}`)).toMatchObject({ status: 202, body: { status: 'cancelled' } });
    expect((await show(id)).body).toMatchObject({ status: 'cancelled', error: { code: 'cancelled', outcome: 'none' } });
    expect((await carl().delete(`/v1/invocations/${id}`)).status).toBe(404);
    expect(await house.sql('SELECT FROM scheduled_calls')).toEqual([]);
    expect(await house.sql("SELECT FROM durable_runs WHERE kind = 'scheduled-call'")).toEqual([]);
  });

  it('is refused at once when it is wrong, not permitted, too far ahead or not asynchronous', async () => {
    expect(await schedule('d', hourMs, { input: {} })).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(await schedule('d', hourMs, { tool: 'acme/none' })).toMatchObject({ status: 404 });
    expect(await schedule('d', hourMs, { notBefore: '1960-01-01T00:00:00Z' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/notBefore' }] },
    });
    expect(await schedule('d', 366 * 24 * hourMs)).toMatchObject({
      status: 422,
      body: { code: 'invalid_request', errors: [{ path: '/notBefore', message: 'must be at most 365 days ahead' }] },
    });
    const body = { tool: 'acme/send', input: { line: 'd' }, notBefore: at(hourMs) };
    expect(await carl().post('/v1/invocations', body)).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/notBefore', message: 'requires the header Prefer: respond-async' }] },
    });
    expect((await carl().post('/v1/invocations?dryRun=true', body)).status).toBe(200);
    expect(await listed('?status=scheduled')).toEqual([]);
    expect(await house.sql('SELECT FROM scheduled_calls')).toEqual([]);
  });

  it('whose time has passed is made at once', async () => {
    const { status, body } = await schedule('e', -hourMs);
    expect(status).toBe(202);
    expect(await ended(body.id)).toMatchObject({ status: 'succeeded' });
  });

  it('is not made when its key was revoked meanwhile', async () => {
    const created = await house.admin.post<{ id: string; key: string }>('/v1/keys', {
      principal: { kind: 'agent', name: 'eve' },
      role: 'caller',
    });
    const eve = house.client(created.body.key);
    const { id } = (await schedule('f', soonMs, {}, eve)).body;
    await house.admin.delete(`/v1/keys/${created.body.id}`);
    const failed = await eventually(
      async () => (await listed('?status=denied', house.admin)).find((it) => it.id === id),
      'the call to be denied',
    );
    expect(failed).toMatchObject({ caller: 'eve', code: 'denied' });
    expect(api.effects.get('f')).toBeUndefined();
  });

  it('waits for a person when it is scheduled, and keeps the approval until it is made', async () => {
    const pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    const waiting = await schedule('g', 2 * soonMs, { tool: 'acme/wipe' });
    expect(waiting).toMatchObject({ status: 202, body: { status: 'awaiting_approval' } });
    const { id } = waiting.body;
    await pia.post(`/v1/approvals/${waiting.body.approval?.id}/decision`, { decision: 'approve' });
    await eventually(async () => (await show(id)).body.status === 'scheduled' || undefined, 'it to be scheduled');
    expect(api.effects.get('g')).toBeUndefined();
    expect(await ended(id)).toMatchObject({ id, status: 'succeeded' });
    expect(api.effects.get('g')).toBe(1);
  });

  it('that nobody approves is not made', async () => {
    const pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    const { body } = await schedule('h', 10, { tool: 'acme/wipe' });
    await pia.post(`/v1/approvals/${body.approval?.id}/decision`, { decision: 'deny' });
    expect(await ended(body.id)).toMatchObject({ status: 'denied' });
    expect(api.effects.get('h')).toBeUndefined();
  });

  it('answers repeats under its key', async () => {
    const first = await schedule('i', hourMs, { idempotencyKey: 'once' });
    const again = await schedule('i', hourMs, { idempotencyKey: 'once' });
    expect(again).toMatchObject({ status: 202, body: { id: first.body.id, status: 'scheduled' } });
    await carl().delete(`/v1/invocations/${first.body.id}`);
  });

  it('is scheduled and found over MCP', async () => {
    const client = await connectMcp(`${house.url}/mcp`, carlKey, '2025-11-25');
    const input = { tool: 'acme/send', input: { line: 'j' }, notBefore: at(soonMs) };
    const called = await client.callTool({ name: 'call_tool', arguments: input });
    const { id, status } = called.structuredContent as Envelope;
    expect([status, called.isError]).toEqual(['scheduled', false]);
    expect(JSON.stringify(called.content)).toContain('has not been called yet');
    expect(await ended(id)).toMatchObject({ status: 'succeeded' });
  });
});
