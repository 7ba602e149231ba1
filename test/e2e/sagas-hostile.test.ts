import type { ApprovalView, SagaStepBody, SagaView } from '@assay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

type Answered<T> = T & Refusal;

let house: House;
let agent: Client;
let person: Client;
const api = new CountingApi();
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const endpoint = { url: `${await api.start()}/honouring` };
  const annotations = { honoursKey: true };
  const tools: Record<string, object> = {
    free: {},
    book: { compensation: { class: 'full', tool: 'acme/free', input: '{"line": "undo " & input.line}' } },
    send: { compensation: { class: 'irreversible' } },
    scrub: { annotations: { ...annotations, destructiveHint: true } },
    look: { annotations: { readOnlyHint: true } },
    note: {},
  };
  for (const [name, parts] of Object.entries(tools))
    await publish(httpManifest(`acme/${name}`, { inputSchema, endpoint, annotations, ...parts }));
  agent = house.client(await house.key('carl'));
  person = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});
beforeEach(() => {
  api.refuses(() => undefined);
  api.order.length = 0;
});

async function publish(manifest: { readonly name: string }) {
  expect(await house.admin.post<Refusal>('/v1/tools', manifest)).toMatchObject({ status: 201 });
  await house.admin.post('/v1/endorsements', { tool: manifest.name, organisation: 'default' });
}
const step = (id: string, tool: string, line: string, more: Partial<SagaStepBody> = {}): SagaStepBody => ({
  ...{ id, tool: `acme/${tool}`, arguments: { line } },
  ...more,
});
const start = (steps: readonly unknown[], more: object = {}, by: Client = agent) =>
  by.post<Answered<SagaView>>('/v1/sagas', { steps, ...more });
const comesTo = (id: string, state: SagaView['state'], by: Client = agent) =>
  eventually(async () => {
    const { body } = await by.get<SagaView>(`/v1/sagas/${id}`);
    return body.state === state ? body : undefined;
  }, `the saga ${id} to be ${state}`);

describe('a stranger to a saga', () => {
  it('finds nothing: not another organisation, not nobody, not who decides for other namespaces', async () => {
    await house.admin.post('/v1/organisations', { name: 'rival' });
    const { body } = await start([step('a', 'book', 'h1')]);
    await comesTo(body.id, 'COMPLETED');
    const rival = await house.as('rita', { role: 'administrator', organisation: 'rival' });
    const narrowed = await house.as('nina', {
      principal: { kind: 'user', name: 'nina' },
      ...{ scopes: ['approvals:decide'], namespaces: ['other'] },
    });
    const resolution = { action: 'settle', reason: 'x' };
    for (const [by, status] of [
      [rival, 404],
      [narrowed, 404],
      [house.anonymous, 401],
    ] as const) {
      expect((await by.get(`/v1/sagas/${body.id}`)).status).toBe(status);
      expect((await by.get(`/v1/sagas/${body.id}/events`)).status).toBe(status);
      expect((await by.delete(`/v1/sagas/${body.id}`)).status).toBe(status);
      expect((await by.post(`/v1/sagas/${body.id}/resolve`, resolution)).status).toBe(status);
      const listed = await by.get<{ items?: SagaView[] }>('/v1/sagas');
      expect(listed.body.items ?? []).toEqual([]);
    }
    expect((await start([step('a', 'book', 'h2')], {}, house.anonymous)).status).toBe(401);
    const reader = await house.as('rob', { scopes: ['registry:read'] });
    expect((await start([step('a', 'book', 'h2')], {}, reader)).status).toBe(403);
    expect(api.order).toEqual(['h1']);
  });
});

describe('what is wrong is refused', () => {
  it.each<[string, unknown]>([
    ['no steps', []],
    ['too many steps', Array.from({ length: 101 }, (_, at) => step(`s${at}`, 'book', 'x'))],
    ['an id with spaces', [step('a b', 'book', 'x')]],
    ['no id', [{ tool: 'acme/book', arguments: { line: 'x' } }]],
    ['arguments that are a list', [{ id: 'a', tool: 'acme/book', arguments: ['x'] }]],
    ['more than is known', [{ ...step('a', 'book', 'x'), retry: 3 }]],
    ['a way back of the wrong shape', [{ ...step('a', 'book', 'x'), compensation: 'acme/free' }]],
    ['a step that refers to itself', [step('a', 'book', '$ref:a.line')]],
    [
      'a way back that only reads',
      [step('a', 'note', 'x', { compensation: { tool: 'acme/look', arguments: { line: 'x' } } })],
    ],
  ])('%s', async (_what, steps) => {
    const refused = await start(steps as unknown[]);
    expect([refused.status, refused.body.code, refused.body.errors?.length]).toEqual([
      422,
      'invalid_request',
      expect.any(Number),
    ]);
  });

  it('nothing of it is begun, and names of the language itself are names like others', async () => {
    const odd = await start([
      { id: '__proto__', tool: 'acme/book', arguments: { line: 'o1' } },
      { id: 'constructor', tool: 'acme/book', arguments: { line: '$ref:__proto__.line' } },
      { id: 'x', tool: 'acme/book', arguments: { line: '$ref:toString' } },
    ]);
    expect(odd).toMatchObject({ status: 422, body: { errors: [{ path: '/steps/2/arguments/line' }] } });
    const levels = 20_000;
    const nested = `{"steps": [{"id": "a", "tool": "acme/book", "arguments": ${'{"a": '.repeat(levels)}1${'}'.repeat(levels)}}]}`;
    const refused = await agent.post<Refusal>('/v1/sagas', nested);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request']);
    expect(api.order).toEqual([]);
  });

  it.each([
    ['/v1/sagas?cursor=nonsense', 422],
    ['/v1/sagas?state=DONE', 422],
    ['/v1/sagas?limit=0', 422],
    ['/v1/sagas/not-an-id', 404],
    ['/v1/sagas/not-an-id/events', 404],
  ])('%s', async (path, status) => {
    expect((await agent.get(path)).status).toBe(status);
  });

  it('an event id that is none counts as having heard nothing', async () => {
    const { body } = await start([step('a', 'book', 'i1')]);
    await comesTo(body.id, 'COMPLETED');
    const headers = { 'last-event-id': '-7e400' };
    const stream = await agent.get<string>(`/v1/sagas/${body.id}/events`, { headers });
    expect(stream.body.match(/^id: /gm)).toHaveLength(4);
  });
});

describe('a tool that says that nothing undoes it', () => {
  it('is not made harmless by a way back of the saga’s own: people are asked first', async () => {
    const compensation = { tool: 'acme/free', arguments: { line: 'undo w1' } };
    const { body } = await start([step('a', 'send', 'w1', { compensation }), step('b', 'note', 'w2')]);
    expect(body).toMatchObject({ state: 'PENDING', steps: [{ class: 'irreversible' }, {}], consents: [{ step: 'a' }] });
    expect(api.order).toEqual([]);
    api.refuses((line) => (line === 'w2' ? 'refused' : undefined));
    await person.post(`/v1/approvals/${body.consents[0]?.approval.id}/decision`, { decision: 'approve' });
    await comesTo(body.id, 'FAILED');
    expect(api.order).toEqual(['w1', 'undo w1']);
  });
});

describe('a known key', () => {
  it('answers its saga also after its tool was taken away', async () => {
    await publish(httpManifest('acme/brief', { inputSchema, endpoint: { url: 'http://127.0.0.1:9/' } }));
    const steps = [step('a', 'brief', 'x')];
    const first = await start(steps, { idempotencyKey: 'once' });
    await comesTo(first.body.id, 'FAILED');
    await house.admin.post('/v1/revocations', { target: 'acme/brief', reason: 'unsafe' });
    expect((await start(steps, { idempotencyKey: 'other' })).status).toBe(422);
    expect(await start(steps, { idempotencyKey: 'once' })).toMatchObject({ status: 202, body: { id: first.body.id } });
  });
});

describe('a compensation that a policy has people asked about', () => {
  it('waits for them, and is made when they agree', async () => {
    const compensation = { tool: 'acme/scrub', arguments: { line: 'scrub $' } };
    api.refuses((line) => (line === 'v2' ? 'refused' : undefined));
    const { body } = await start([step('a', 'note', 'v1', { compensation }), step('b', 'book', 'v2')]);
    const waiting = await eventually(async () => {
      const saga = (await agent.get<SagaView>(`/v1/sagas/${body.id}`)).body;
      return saga.steps[0]?.undo?.approval ?? undefined;
    }, 'the compensation to wait');
    expect((await agent.delete<Refusal>(`/v1/sagas/${body.id}`)).body.code).toBe('conflict');
    const decided = await person.post<ApprovalView>(`/v1/approvals/${waiting.id}/decision`, { decision: 'approve' });
    expect(decided.status).toBe(200);
    const ended = await comesTo(body.id, 'FAILED');
    expect(ended.steps[0]?.undo?.status).toBe('succeeded');
    expect(api.order).toEqual(['v1', 'scrub $']);
  });
});

describe('a composition as a step', () => {
  it('that did a part of its work is undone', async () => {
    const definition = {
      mode: 'compose',
      steps: [
        { name: 'first', tool: 'acme/note', inputMapping: { line: 'c1' } },
        { name: 'second', tool: 'acme/note', inputMapping: { line: 'c2' } },
      ],
    };
    await publish({
      ...{ name: 'acme/both', version: '1.0.0', description: 'Notes two lines.', inputSchema },
      ...{ protocol: 'composite', endpoint: { notation: 'compose', definition } },
      compensation: { class: 'semantic', tool: 'acme/free', input: '{"line": "undo both"}' },
    } as { name: string });
    api.refuses((line) => (line === 'c2' ? 'refused' : undefined));
    const { body } = await start([step('a', 'book', 'c0'), step('b', 'both', 'x')]);
    const ended = await comesTo(body.id, 'FAILED');
    expect(ended.steps[1]).toMatchObject({ undo: { status: 'succeeded' } });
    expect(api.order).toEqual(['c0', 'c1', 'undo both', 'undo c0']);
  });
});
