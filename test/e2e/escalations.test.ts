import type { Envelope, EscalationView, ListedCallView, NotificationView } from '@assay/contracts';
import { CloseTickets } from '@assay/gateway';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

type Answer = Envelope & Refusal & { readonly invocationStatus?: string };

const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const answer = { output: { total: 12.5 }, reason: 'looked up by hand' };

let house: House;
let api: HttpApi;
let carl: Client;
let olga: Client;
const clock = new MovedClock();

const call = (more: object = {}, client = carl) =>
  client.post<Answer>('/v1/invocations', { tool: 'acme/prices', input: { item: 'tea' }, ...more });
const show = (id: string, client = carl) => client.get<Answer>(`/v1/invocations/${id}`);
const resolve = (id: string, body: object, client = olga) =>
  client.post<EscalationView & Refusal>(`/v1/escalations/${id}/resolve`, body);

async function escalated(more: object = {}): Promise<Answer & { escalation: { id: string; url: string } }> {
  const { status, body } = await call(more);
  if (status !== 503 || body.escalation === undefined) throw new Error(JSON.stringify(body));
  return body as Answer & { escalation: { id: string; url: string } };
}

beforeAll(async () => {
  house = await startHouse({}, clock);
  api = await startHttpApi((_request, response) => answerJson(response, { error: 'broken' }, 500));
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const more = { annotations: { readOnlyHint: true }, capabilities: ['shop.prices'], outputSchema };
  await house.admin.post('/v1/tools', httpManifest('acme/prices', { ...more, endpoint: { url: `${api.url}/prices` } }));
  await house.admin.post('/v1/endorsements', { tool: 'acme/prices', organisation: 'default' });
  await house.admin.put('/v1/fallbacks/shop.prices', { levels: [{ tool: 'acme/prices' }] });
  carl = await house.as('carl');
  const person = { kind: 'user' as const, name: 'olga' };
  olga = await house.as('olga', { principal: person, scopes: ['approvals:decide', 'registry:read'] });
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});
/** Breakers would make every further call a refusal; that is tested elsewhere. */
const closeBreaker = () => house.admin.post('/v1/breakers/acme/prices/1.0.0/reset', {});

describe('an escalation', () => {
  it('is opened after the last level, and says where', async () => {
    const body = await escalated({ task: 'a price list' });
    expect(body).toMatchObject({
      code: 'nothing_available',
      invocationStatus: 'escalated',
      error: { retryable: false },
    });
    expect(body.detail).toMatch(/Escalated to a person/);
    expect(body.escalation.url).toBe(`${house.url}/v1/escalations/${body.escalation.id}`);
    expect((await show(body.id)).body).toMatchObject({ status: 'escalated', escalation: body.escalation });
    const ticket = await olga.get<EscalationView>(`/v1/escalations/${body.escalation.id}`);
    expect(ticket).toMatchObject({
      status: 200,
      body: {
        status: 'open',
        capability: 'shop.prices',
        tool: 'acme/prices',
        input: { item: 'tea' },
        outputSchema,
        task: 'a price list',
        askedBy: 'carl',
        invocationId: body.id,
        attempted: [{ tool: 'acme/prices', reason: 'upstream_error' }],
      },
    });
    const reports = await eventually(async () => {
      const { items } = (await olga.get<{ items: NotificationView[] }>('/v1/notifications')).body;
      return items.find((it) => it.details.escalation === body.escalation.id);
    }, 'who may answer is told');
    expect(reports.kind).toBe('escalation.opened');
  });

  it('is answered by a person in the place of the tool, and completes the call, its key and its events', async () => {
    await closeBreaker();
    const idempotencyKey = 'escalated-1';
    const { id, escalation } = await escalated({ idempotencyKey });
    expect((await call({ idempotencyKey })).body).toMatchObject({ id, invocationStatus: 'escalated' });
    expect((await resolve(escalation.id, { output: { total: 'twelve' } })).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: '/output/total' }],
    });
    const heard: string[] = [];
    const stop = house.application.get(CloseTickets).onResolved((ticket) => heard.push(ticket.id));
    expect(await resolve(escalation.id, answer)).toMatchObject({
      status: 200,
      body: { status: 'resolved', closedBy: 'olga', decision: 'looked up by hand' },
    });
    stop();
    expect(heard).toEqual([escalation.id]);
    const completed = {
      id,
      status: 'succeeded',
      output: { total: 12.5 },
      level: 2,
      confidence: 1,
      provenance: { source: 'person:olga', tool: 'acme/prices' },
      attempted: [{ tool: 'acme/prices' }, { tool: 'person:olga', outcome: 'succeeded' }],
    };
    expect((await show(id)).body).toMatchObject({ ...completed, receipt: expect.anything() });
    const listed = await carl.get<{ items: ListedCallView[] }>('/v1/invocations?status=succeeded');
    expect(listed.body.items[0]).toMatchObject({ id, status: 'succeeded', code: null });
    expect(await call({ idempotencyKey })).toMatchObject({
      status: 200,
      body: { ...completed, provenance: { freshness: 'replayed' } },
    });
    expect((await carl.get<string>(`/v1/invocations/${id}/events`)).body).toMatch(
      /event: end\n.*"status":"succeeded"/s,
    );
    expect(await resolve(escalation.id, answer)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await eventually(async () => {
      const { items } = (await carl.get<{ items: NotificationView[] }>('/v1/notifications')).body;
      return items.find((it) => it.kind === 'escalation.resolved');
    }, 'the caller is told');
    const { items } = (await house.admin.get<{ items: { action: string }[] }>('/v1/audit')).body;
    expect(items.map(({ action }) => action)).toContain('escalation.resolved');
  });

  it('may be refused, which denies the call', async () => {
    await closeBreaker();
    const { id, escalation } = await escalated();
    expect((await resolve(escalation.id, { refuse: true })).body.errors).toMatchObject([{ path: '/reason' }]);
    await resolve(escalation.id, { refuse: true, reason: 'Nobody knows.' });
    expect((await show(id)).body).toMatchObject({
      status: 'denied',
      error: { code: 'denied', message: /Nobody knows/ },
    });
  });

  it('is answered by people of the organisation alone, never by the caller, and once', async () => {
    await closeBreaker();
    const { escalation } = await escalated();
    const scopes = ['approvals:decide', 'tools:call', 'registry:read'] as const;
    const agent = await house.as('robot', { scopes: [...scopes] });
    expect((await resolve(escalation.id, answer, agent)).body).toMatchObject({
      code: 'forbidden',
      detail: /by people/,
    });
    expect((await resolve(escalation.id, answer, carl)).status).toBe(403);
    const dora = await house.as('dora', { principal: { kind: 'user', name: 'dora' }, scopes: [...scopes] });
    await closeBreaker();
    const own = await call({}, dora);
    const ownId = own.body.escalation?.id ?? '';
    expect((await resolve(ownId, answer, dora)).body).toMatchObject({ code: 'forbidden', detail: /your own/ });
    const both = await Promise.all([resolve(escalation.id, answer), resolve(escalation.id, answer, dora)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = await house.as('eve');
    expect((await other.get(`/v1/escalations/${escalation.id}`)).status).toBe(404);
    expect((await other.get<{ items: unknown[] }>('/v1/escalations')).body.items).toEqual([]);
    const open = await olga.get<{ items: EscalationView[] }>('/v1/escalations?status=open&limit=1');
    expect(open.body.items).toMatchObject([{ id: ownId }]);
  });

  it('outlives the server, and ends by itself after 72 hours', async () => {
    await closeBreaker();
    const { id, escalation } = await escalated();
    await house.restart();
    const key = await house.key('carl');
    carl = house.client(key);
    expect((await house.admin.get<EscalationView>(`/v1/escalations/${escalation.id}`)).body.status).toBe('open');
    clock.ahead += 72 * 3_600_000 + 1_000;
    await house.sql(
      "UPDATE pgboss.job SET start_after = now() WHERE singleton_key = 'escalation.expire' AND state = 'created'",
    );
    await house.restart();
    carl = house.client(key);
    await eventually(async () => {
      const { body } = await show(id);
      return body.status === 'failed' ? true : undefined;
    }, 'the ticket expires');
    expect((await show(id)).body).toMatchObject({ error: { code: 'nothing_available', message: /72 hours/ } });
  });
});
