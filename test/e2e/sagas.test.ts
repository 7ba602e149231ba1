import type {
  ApprovalDetail,
  ApprovalView,
  Envelope,
  NotificationView,
  SagaEventView,
  SagaStepBody,
  SagaView,
} from '@assay/contracts';
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
let url: string;
const api = new CountingApi();
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
const outputSchema = {
  type: 'object',
  properties: { line: { type: 'string' }, count: { type: 'integer' } },
  required: ['line', 'count'],
} as const;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  url = await api.start();
  const tools: Record<string, object> = {
    free: { annotations: { honoursKey: true } },
    book: {
      annotations: { honoursKey: true },
      compensation: { class: 'full', tool: 'acme/free', input: '{"line": "undo " & output.line}' },
    },
    plain: { endpoint: { url: `${url}/plain` } },
    look: { annotations: { readOnlyHint: true } },
    wipe: { annotations: { destructiveHint: true } },
  };
  for (const [name, parts] of Object.entries(tools)) {
    const manifest = httpManifest(`acme/${name}`, {
      ...{ inputSchema, outputSchema, endpoint: { url: `${url}/honouring` } },
      ...parts,
    });
    const published = await house.admin.post<Refusal>('/v1/tools', manifest);
    expect(published.status).toBe(201);
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
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

const step = (id: string, tool: string, line: string, more: Partial<SagaStepBody> = {}): SagaStepBody => ({
  ...{ id, tool: `acme/${tool}`, arguments: { line } },
  ...more,
});
const start = (steps: readonly SagaStepBody[], more: object = {}, by: Client = agent) =>
  by.post<Answered<SagaView>>('/v1/sagas', { steps, ...more });
const show = async (id: string, by: Client = agent) => (await by.get<Answered<SagaView>>(`/v1/sagas/${id}`)).body;
const comesTo = (id: string, ...states: SagaView['state'][]) =>
  eventually(
    async () => {
      const saga = await show(id);
      return states.includes(saga.state) ? saga : undefined;
    },
    `the saga ${id} to be ${states.join(' or ')}`,
  );
const run = async (steps: readonly SagaStepBody[], ...states: SagaView['state'][]) => {
  const { body } = await start(steps);
  return comesTo(body.id, ...states);
};

describe('a saga', () => {
  it('is begun with 202, runs its steps in order with what earlier ones gave, and is COMPLETED', async () => {
    const begun = await start([step('a', 'book', 'a1'), step('b', 'book', '$ref:a.line'), step('c', 'look', 'c1')]);
    expect(begun).toMatchObject({ status: 202, body: { id: expect.any(String) } });
    expect(begun.headers.get('location')).toBe(`/v1/sagas/${begun.body.id}`);
    const saga = await comesTo(begun.body.id, 'COMPLETED');
    expect(saga.steps.map(({ status, output, undo }) => [status, output, undo])).toEqual([
      ['succeeded', { line: 'a1', count: 1 }, null],
      ['succeeded', { line: 'a1', count: 2 }, null],
      ['succeeded', { line: 'c1', count: 1 }, null],
    ]);
    expect(saga.steps.map(({ input }) => input)).toEqual([{ line: 'a1' }, { line: 'a1' }, { line: 'c1' }]);
    expect(saga).toMatchObject({ problem: null, ticket: null, endedAt: expect.any(String) });
    const listed = await agent.get<{ items: SagaView[] }>('/v1/sagas');
    const whole = listed.body.items.flatMap((it) => it.steps).filter((it) => 'input' in it || 'output' in it);
    expect(whole).toEqual([]);
    const [first] = saga.steps;
    const call = await agent.get<Envelope>(`/v1/invocations/${first?.invocation}`);
    expect(call.body).toMatchObject({ status: 'succeeded', tool: 'acme/book' });
  });

  it('undoes what was done, in reverse, when a step fails', async () => {
    api.refuses((line) => (line === 'd3' ? 'refused' : undefined));
    const saga = await run(
      [step('a', 'book', 'd1'), step('b', 'book', 'd2'), step('c', 'book', 'd3'), step('d', 'book', 'd4')],
      'FAILED',
    );
    expect(api.order).toEqual(['d1', 'd2', 'undo d2', 'undo d1']);
    expect(saga.steps.map(({ status, undo }) => [status, undo?.status ?? null])).toEqual([
      ['succeeded', 'succeeded'],
      ['succeeded', 'succeeded'],
      ['failed', null],
      ['skipped', null],
    ]);
    expect(saga.problem).toMatchObject({ step: 'c', code: 'upstream_rejected' });
  });

  it('undoes with what the saga itself names, over what the step was given and gave', async () => {
    api.refuses((line) => (line === 'n2' ? 'refused' : undefined));
    const compensation = { tool: 'acme/free@^1', arguments: { line: '$ref:input.line' } };
    const saga = await run([step('a', 'plain', 'n1', { compensation }), step('b', 'book', 'n2')], 'FAILED');
    expect(api.order).toEqual(['n1', 'n1']);
    expect(saga.steps[0]).toMatchObject({ class: 'semantic', undo: { tool: 'acme/free@^1', status: 'succeeded' } });
  });

  it('undoes the step itself that failed without saying whether it had its effect', async () => {
    api.refuses((line) => (line === 'u2' ? 'broken' : undefined));
    const compensation = { tool: 'acme/free', arguments: { line: 'undo $ref' } };
    const saga = await run([step('a', 'book', 'u1'), step('b', 'plain', 'u2', { compensation })], 'FAILED');
    expect(saga.steps[1]).toMatchObject({ status: 'unknown', undo: { status: 'succeeded' } });
    expect(api.order).toEqual(['u1', 'u2', 'undo $ref', 'undo u1']);
  });

  it('is FAILED at once when nothing was done, and calls nothing back', async () => {
    api.refuses(() => 'refused');
    const saga = await run([step('a', 'book', 'z1'), step('b', 'book', 'z2')], 'FAILED');
    expect(saga.steps.map(({ status }) => status)).toEqual(['failed', 'skipped']);
    expect(api.order).toEqual([]);
  });

  it('is begun once under a key, and refuses the key for other steps', async () => {
    const idempotencyKey = 'trip-1';
    const steps = [step('a', 'book', 'k1')];
    const [first, second] = await Promise.all([start(steps, { idempotencyKey }), start(steps, { idempotencyKey })]);
    expect(first.body.id).toBe(second.body.id);
    await comesTo(first.body.id, 'COMPLETED');
    expect(await start([step('a', 'book', 'k2')], { idempotencyKey })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict', detail: expect.stringContaining(first.body.id) },
    });
    expect(api.effects.get('k1')).toBe(1);
  });

  it('is refused with every problem and its place, and nothing is begun', async () => {
    const before = (await agent.get<{ items: SagaView[] }>('/v1/sagas')).body.items.length;
    const refused = await start([
      step('a', 'nothing', 'x'),
      step('a', 'book', '$ref:later.line', { arguments: { line: '$ref:later.line', more: 7 } }),
      step('b', 'book', 'x', { arguments: {} }),
      step('c', 'plain', 'x', { compensation: { tool: 'acme/free', arguments: { line: '$ref:c.line' } } }),
      step('d', 'plain', 'x', { compensation: { tool: 'acme/gone', arguments: { line: 'x' } } }),
    ]);
    expect(refused.status).toBe(422);
    const places = refused.body.errors?.map(({ path }) => path);
    expect(places).toEqual([
      '/steps/0/tool',
      '/steps/1/id',
      '/steps/1/arguments/line',
      '/steps/2/arguments',
      '/steps/3/compensation/arguments/line',
      '/steps/4/compensation/tool',
    ]);
    expect((await start([])).status).toBe(422);
    expect((await agent.get<{ items: SagaView[] }>('/v1/sagas')).body.items.length).toBe(before);
  });

  it('is seen by its caller and by those who decide, and is absent for everybody else', async () => {
    const { body } = await start([step('a', 'look', 's1')]);
    const bot = await house.as('bot', { scopes: ['tools:call'] });
    expect((await bot.get(`/v1/sagas/${body.id}`)).status).toBe(404);
    expect((await bot.delete(`/v1/sagas/${body.id}`)).status).toBe(404);
    expect((await show(body.id, person)).id).toBe(body.id);
    const listed = await bot.get<{ items: SagaView[] }>('/v1/sagas');
    expect(listed.body.items).toEqual([]);
  });

  it('tells its events as they happen, and ends the stream when it rests', async () => {
    const { body } = await start([step('a', 'book', 'e1')]);
    await comesTo(body.id, 'COMPLETED');
    const stream = await agent.get<string>(`/v1/sagas/${body.id}/events`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const events = stream.body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as SagaEventView);
    expect(events.map(({ number, kind, status }) => [number, kind, status])).toEqual([
      [1, 'saga.state', 'RUNNING'],
      [2, 'step.started', 'running'],
      [3, 'step.ended', 'succeeded'],
      [4, 'saga.state', 'COMPLETED'],
    ]);
    const headers = { 'last-event-id': '4' };
    expect((await agent.get(`/v1/sagas/${body.id}/events`, { headers })).status).toBe(204);
  });
});

describe('a step that cannot be undone', () => {
  const decide = (id: string, decision: 'approve' | 'deny') =>
    person.post<Answered<ApprovalView>>(`/v1/approvals/${id}/decision`, { decision });

  it('needs no consent where it is the last', async () => {
    const { consents } = await run([step('a', 'book', 'l1'), step('b', 'plain', 'l2')], 'COMPLETED');
    expect(consents).toEqual([]);
  });

  it('waits for consent before the first step runs, and then runs', async () => {
    const { body } = await start([step('a', 'book', 'p1'), step('b', 'plain', 'p2'), step('c', 'book', 'p3')]);
    expect(body).toMatchObject({ state: 'PENDING', consents: [{ step: 'b', approval: { id: expect.any(String) } }] });
    const id = body.consents[0]?.approval.id ?? '';
    const asked = await person.get<ApprovalDetail>(`/v1/approvals/${id}`);
    expect(asked.body).toMatchObject({
      tool: 'acme/plain',
      arguments: { line: 'p2' },
      why: expect.stringContaining('"b"'),
      partOf: { kind: 'saga', id: body.id, step: 'b', neededBy: ['c'], neededByCount: 1 },
    });
    expect(api.order).toEqual([]);
    await decide(id, 'approve');
    await comesTo(body.id, 'COMPLETED');
    expect(api.order).toEqual(['p1', 'p2', 'p3']);
    const outcome = async () => (await person.get<ApprovalDetail>(`/v1/approvals/${id}`)).body.outcome ?? undefined;
    expect(await eventually(outcome, 'the consent to be settled')).toBe('succeeded');
  });

  it('keeps the saga from beginning when consent is refused', async () => {
    const { body } = await start([step('a', 'book', 'q1'), step('b', 'plain', 'q2'), step('c', 'book', 'q3')]);
    await decide(body.consents[0]?.approval.id ?? '', 'deny');
    const saga = await comesTo(body.id, 'FAILED');
    expect(saga).toMatchObject({ problem: { code: 'denied', message: expect.stringContaining('b') } });
    expect(api.order).toEqual([]);
  });

  it('stays done where a later one fails, as was consented to', async () => {
    api.refuses((line) => (line === 'r3' ? 'refused' : undefined));
    const { body } = await start([step('a', 'book', 'r1'), step('b', 'plain', 'r2'), step('c', 'book', 'r3')]);
    await decide(body.consents[0]?.approval.id ?? '', 'approve');
    const saga = await comesTo(body.id, 'FAILED');
    expect(saga.steps.map(({ undo }) => undo?.status ?? null)).toEqual(['succeeded', 'irreversible', null]);
    expect(api.order).toEqual(['r1', 'r2', 'undo r1']);
  });

  it('is asked about again by policies when it runs; a refusal then undoes what was done', async () => {
    const { body } = await start([step('a', 'book', 'w1'), step('b', 'wipe', 'w2')]);
    const waiting = await eventually(async () => {
      const saga = await show(body.id);
      return saga.steps[1]?.approval ?? undefined;
    }, 'the last step to wait for a person');
    await decide(waiting.id, 'deny');
    const saga = await comesTo(body.id, 'FAILED');
    expect(saga.problem).toMatchObject({ step: 'b', code: 'denied' });
    expect(api.order).toEqual(['w1', 'undo w1']);
  });

  it('runs when the person who is asked then approves', async () => {
    const { body } = await start([step('a', 'book', 'v1'), step('b', 'wipe', 'v2')]);
    const waiting = await eventually(
      async () => (await show(body.id)).steps[1]?.approval ?? undefined,
      'the last step to wait',
    );
    await decide(waiting.id, 'approve');
    await comesTo(body.id, 'COMPLETED');
    expect(api.order).toEqual(['v1', 'v2']);
  });
});

describe('cancelling', () => {
  it('undoes what was done; the step under way ends first', async () => {
    const held = api.hold();
    const { body } = await start([step('a', 'book', 'c1'), step('b', 'book', 'c2')]);
    const request = await held;
    expect((await agent.delete<SagaView>(`/v1/sagas/${body.id}`)).status).toBe(202);
    request.answer();
    const saga = await comesTo(body.id, 'FAILED');
    expect(saga).toMatchObject({ problem: { code: 'cancelled' } });
    expect(api.order).toEqual(['c1', 'undo c1']);
    expect(await agent.delete<Refusal>(`/v1/sagas/${body.id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it('ends one that waits for consent', async () => {
    const { body } = await start([step('a', 'plain', 'cc1'), step('b', 'book', 'cc2')]);
    await agent.delete(`/v1/sagas/${body.id}`);
    await comesTo(body.id, 'FAILED');
    expect(api.order).toEqual([]);
    const id = body.consents[0]?.approval.id;
    const isDropped = async () =>
      (await person.get<ApprovalDetail>(`/v1/approvals/${id}`)).body.status === 'cancelled' || undefined;
    expect(await eventually(isDropped, 'nobody to be asked any more')).toBe(true);
  });
});

describe('a compensation that fails', () => {
  const failing = async (name: string) => {
    api.refuses((line) => (line === `${name}4` || line === `undo ${name}2` ? 'refused' : undefined));
    const { body } = await start([1, 2, 3, 4].map((at) => step(`s${at}`, 'book', `${name}${at}`)));
    return comesTo(body.id, 'COMPENSATION_FAILED');
  };
  const resolve = (id: string, action: 'retry' | 'settle', by: Client = person) =>
    by.post<Answered<SagaView>>(`/v1/sagas/${id}/resolve`, { action, reason: 'seen to' });

  it('does not stop the others, is reported with a ticket, and is undone on retry', async () => {
    const saga = await failing('x');
    expect(api.order).toEqual(['x1', 'x2', 'x3', 'undo x3', 'undo x1']);
    expect(saga.ticket).toMatchObject({ id: expect.any(String), steps: ['s2'] });
    expect(saga.steps[1]?.undo).toMatchObject({ status: 'failed', error: { code: 'upstream_rejected' } });
    const reports = await eventually(async () => {
      const { body } = await person.get<{ items: NotificationView[] }>('/v1/notifications');
      return body.items.find(({ details }) => details.saga === saga.id);
    }, 'the alert');
    expect(reports).toMatchObject({
      kind: 'saga.compensation-failed',
      details: { ticket: saga.ticket?.id, steps: ['s2'] },
    });
    api.refuses(() => undefined);
    expect((await resolve(saga.id, 'retry')).status).toBe(202);
    const after = await comesTo(saga.id, 'FAILED');
    expect(after).toMatchObject({ ticket: null, resolutions: [{ action: 'retry', by: 'pia', reason: 'seen to' }] });
    expect(api.order.at(-1)).toBe('undo x2');
    expect(api.effects.get('undo x2')).toBe(1);
  });

  it('is settled by a person’s word, never by an agent’s, and only once', async () => {
    const saga = await failing('y');
    expect(await resolve(saga.id, 'settle', agent)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await resolve(saga.id, 'settle')).body).toMatchObject({
      state: 'FAILED',
      resolutions: [{ action: 'settle' }],
    });
    expect(await resolve(saga.id, 'retry')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

describe('a compensation whose tool is revoked meanwhile', () => {
  it('has failed, is reported, and does not keep the other steps from being undone', async () => {
    for (const name of ['shred', 'keep']) {
      const compensation = name === 'keep' ? { compensation: { class: 'full', tool: 'acme/shred' } as const } : {};
      const endpoint = { url: `${url}/honouring` };
      const annotations = { honoursKey: true };
      const parts = { inputSchema, outputSchema, endpoint, annotations, ...compensation };
      await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts));
      await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
    }
    const steps = [step('a', 'book', 'rv1'), step('b', 'keep', 'rv2'), step('c', 'book', 'rv3')];
    api.refuses((line) => (line === 'rv3' ? 'refused' : undefined));
    const held = api.hold();
    const { body } = await start(steps);
    const request = await held;
    const revoked = await house.admin.post('/v1/revocations', { target: 'acme/shred', reason: 'unsafe' });
    expect(revoked.status).toBe(201);
    request.answer();
    const saga = await comesTo(body.id, 'COMPENSATION_FAILED');
    expect(saga.steps[1]?.undo).toMatchObject({
      status: 'failed',
      error: { code: 'version_revoked', outcome: 'none' },
    });
    expect(saga.ticket?.steps).toEqual(['b']);
    expect(api.order).toEqual(['rv1', 'rv2', 'undo rv1']);
  });
});

describe('what a key allows', () => {
  it('is asked at each step; a revoked key stops the steps to come, and what was done is undone all the same', async () => {
    const created = await house.admin.post<{ id: string; key: string }>('/v1/keys', {
      principal: { kind: 'agent', name: 'rob' },
      scopes: ['tools:call'],
    });
    const rob = house.client(created.body.key);
    const held = api.hold();
    const { body } = await start([step('a', 'book', 'rk1'), step('b', 'book', 'rk2')], {}, rob);
    const request = await held;
    await house.admin.delete(`/v1/keys/${created.body.id}`);
    request.answer();
    const saga = await eventually(async () => {
      const found = await show(body.id, person);
      return found.state === 'FAILED' ? found : undefined;
    }, 'the saga to fail');
    expect(saga.problem).toMatchObject({ step: 'b', code: 'denied', message: expect.stringContaining('revoked') });
    expect(api.order).toEqual(['rk1', 'undo rk1']);
  });
});
