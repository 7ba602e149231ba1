import type { ApprovalDetail, RunView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let tools: ComposableTools;
let agentKey: string;
let approverKey: string;
const counting = new CountingApi();
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;

beforeAll(async () => {
  house = await startHouse();
  tools = await publishComposableTools(house.admin);
  const url = await counting.start();
  const effect = async (name: string, more: object) => {
    const manifest = httpManifest(`acme/${name}`, { inputSchema, endpoint: { url: `${url}/plain` }, ...more });
    await house.admin.post('/v1/tools', manifest);
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  };
  await effect('wipe', { annotations: { destructiveHint: true } });
  await effect('note', { annotations: { destructiveHint: false } });
  agentKey = await house.key('carl');
  const scopes = ['approvals:decide'] as const;
  approverKey = await house.key('pia', { principal: { kind: 'user', name: 'pia' }, scopes: [...scopes] });
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
  counting.stop();
});

type Answered = RunView & Refusal;
const agent = (): Client => house.client(agentKey);
const run = (body: object, headers: Record<string, string> = {}) =>
  agent().post<Answered>('/v1/plans/execute', body, { headers });
const show = async (id: string) => (await agent().get<Answered>(`/v1/runs/${id}`)).body;
const decide = (run: RunView, decision: 'approve' | 'deny') => {
  const id = run.steps.find((it) => it.waitsFor !== undefined)?.waitsFor?.id;
  return house.client(approverKey).post(`/v1/approvals/${id}/decision`, { decision });
};
const ended = (id: string) =>
  eventually(async () => {
    const body = await show(id);
    return body.endedAt === null ? undefined : body;
  }, `the run ${id} to end`);

const keptSteps = async (id: string) =>
  (await house.sql('SELECT FROM composition_steps WHERE run_id = $1', [id])).length;

/** Reads, acts, then asks for a person, then acts again. */
const wiping = (line: string) => ({
  plan: {
    steps: [
      { id: 'read', tool: 'acme/get_weather', arguments: { location: line } },
      { id: 'note', tool: 'acme/note', arguments: { line: `${line}-note` }, after: ['read'] },
      { id: 'wipe', tool: 'acme/wipe', arguments: { line: `${line}-wipe` }, after: ['note'] },
      { id: 'after', tool: 'acme/note', arguments: { line: `${line}-after` }, after: ['wipe'] },
      { id: 'beside', tool: 'acme/reliable_api', arguments: {} },
    ],
  },
});
const effects = (line: string) => ['note', 'wipe', 'after'].map((it) => counting.effects.get(`${line}-${it}`) ?? 0);

describe('a run whose step waits for a person', () => {
  it('is answered 202, shows where it is decided, and goes on by itself when it is approved', async () => {
    const waiting = await run(wiping('a'));
    expect(waiting.status).toBe(202);
    expect(waiting.body).toMatchObject({ status: 'awaiting_approval', endedAt: null });
    expect(waiting.body.steps.map(({ id, status }) => [id, status])).toEqual([
      ['read', 'succeeded'],
      ['note', 'succeeded'],
      ['wipe', 'awaiting_approval'],
      ['after', 'waiting'],
      ['beside', 'succeeded'],
    ]);
    expect(waiting.body.steps[2]).toMatchObject({
      waitsFor: { kind: 'approval', url: expect.stringContaining('/approvals/') },
      invocationId: expect.any(String),
    });
    expect(effects('a')).toEqual([1, 0, 0]);
    const asked = await house
      .client(approverKey)
      .get<ApprovalDetail>(`/v1/approvals/${waiting.body.steps[2]?.waitsFor?.id}`);
    expect(asked.body.partOf).toEqual({
      ...{ kind: 'run', id: waiting.body.id, step: 'wipe' },
      ...{ neededBy: ['after'], neededByCount: 1 },
    });
    await decide(waiting.body, 'approve');
    expect((await ended(waiting.body.id)).status).toBe('succeeded');
    expect(effects('a')).toEqual([1, 1, 1]);
  });

  it('goes on without it when it is denied', async () => {
    const waiting = await run(wiping('b'));
    await decide(waiting.body, 'deny');
    const body = await ended(waiting.body.id);
    expect(body).toMatchObject({
      status: 'partial',
      outputs: { wipe: { status: 'failed' }, after: { status: 'skipped' }, beside: { status: 'succeeded' } },
    });
    expect(body.steps[2]?.error).toMatchObject({ code: 'denied', outcome: 'none' });
    expect(effects('b')).toEqual([1, 0, 0]);
  });

  it('does not spend its deadline meanwhile', async () => {
    const waiting = await run({ ...wiping('c'), deadlineMs: 2_000 });
    expect(waiting.status).toBe(202);
    // Longer than the whole run may take.
    const from = performance.now();
    await eventually(() => (performance.now() - from > 2_500 ? true : undefined), 'time to pass');
    await decide(waiting.body, 'approve');
    expect((await ended(waiting.body.id)).status).toBe('succeeded');
  });

  it('waits over a restart, and does nothing again that was done', async () => {
    const one = await run(wiping('d'));
    const two = await run(wiping('e'));
    await house.restart();
    expect(await show(one.body.id)).toMatchObject({ status: 'awaiting_approval' });
    await decide(one.body, 'approve');
    expect((await ended(one.body.id)).status).toBe('succeeded');
    expect(effects('d')).toEqual([1, 1, 1]);
    await decide(two.body, 'approve');
    expect((await ended(two.body.id)).steps.map((it) => it.status)).toEqual(Array(5).fill('succeeded'));
    expect(effects('e')).toEqual([1, 1, 1]);
  });

  it('that only reads is kept once it waits', async () => {
    const text = `@decision("require_approval") forbid (principal, action, resource == Tool::"acme/get_weather");`;
    expect((await house.admin.put('/v1/policies/ask-weather', { text })).status).toBeLessThan(300);
    const plan = { steps: [{ id: 'w', tool: 'acme/get_weather', arguments: { location: 'Ulm' } }] };
    const waiting = await run({ plan });
    expect(waiting.status).toBe(202);
    await eventually(async () => ((await keptSteps(waiting.body.id)) > 0 ? true : undefined), 'its step to be kept');
    await house.restart();
    await decide(waiting.body, 'approve');
    expect((await ended(waiting.body.id)).outputs.w).toMatchObject({ output: { city: 'Ulm' } });
    expect(await keptSteps(waiting.body.id)).toBe(0);
    await house.admin.delete('/v1/policies/ask-weather');
  });

  it('is cancelled with what it waits for', async () => {
    const waiting = await run(wiping('f'));
    const cancelled = await agent().delete<Answered>(`/v1/runs/${waiting.body.id}`);
    expect(cancelled).toMatchObject({ status: 202, body: { status: 'cancelled' } });
    expect(cancelled.body.steps.map((it) => it.status)).toEqual([
      'succeeded',
      'succeeded',
      'cancelled',
      'cancelled',
      'succeeded',
    ]);
    const id = waiting.body.steps[2]?.waitsFor?.id;
    expect((await house.client(approverKey).get<{ status: string }>(`/v1/approvals/${id}`)).body.status).toBe(
      'cancelled',
    );
    expect(effects('f')).toEqual([1, 0, 0]);
  });
});

describe('a run under way', () => {
  it('is cancelled: what is under way ends, nothing more begins, what was done stays', async () => {
    const held = counting.hold();
    const begun = await run(
      {
        plan: {
          steps: [
            { id: 'one', tool: 'acme/note', arguments: { line: 'cancel-1' } },
            { id: 'two', tool: 'acme/note', arguments: { line: 'cancel-2' }, after: ['one'] },
            { id: 'three', tool: 'acme/note', arguments: { line: 'cancel-3' }, after: ['two'] },
          ],
        },
      },
      { prefer: 'respond-async' },
    );
    const first = await held;
    const second = counting.hold();
    first.answer();
    await second;
    const { status, body } = await agent().delete<Answered>(`/v1/runs/${begun.body.id}`);
    expect([status, body.status]).toEqual([202, 'cancelled']);
    expect(body.steps.map((it) => it.status)).toEqual(['succeeded', 'cancelled', 'cancelled']);
    expect(await show(begun.body.id)).toEqual(body);
    expect(counting.effects.get('cancel-1')).toBe(1);
  });

  it('of an escalated step goes on with what a person answers', async () => {
    const manifest = httpManifest('acme/prices', {
      ...{ inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, capabilities: ['shop.prices'] },
      endpoint: { url: `${tools.api.url}/none` },
    });
    await house.admin.post('/v1/tools', manifest);
    await house.admin.post('/v1/endorsements', { tool: 'acme/prices', organisation: 'default' });
    const declared = await house.admin.put<Refusal>('/v1/fallbacks/shop.prices', {
      levels: [{ tool: 'acme/prices' }],
      escalation: true,
    });
    expect(declared.body).toMatchObject({ capability: 'shop.prices' });
    const plan = {
      steps: [
        { id: 'price', tool: 'acme/prices', arguments: {} },
        { id: 'next', tool: 'acme/process', arguments: { data: '$ref:price.total' } },
      ],
    };
    const waiting = await run({ plan });
    expect(waiting).toMatchObject({
      status: 202,
      body: {
        status: 'awaiting_approval',
        steps: [{ status: 'awaiting_approval', waitsFor: { kind: 'escalation' } }, {}],
      },
    });
    const ticket = waiting.body.steps[0]?.waitsFor?.id;
    await house.restart();
    const resolved = await house
      .client(await house.key('olga', { principal: { kind: 'user', name: 'olga' }, scopes: ['approvals:decide'] }))
      .post<Refusal>(`/v1/escalations/${ticket}/resolve`, { output: { total: 12 }, reason: 'looked up' });
    expect(resolved.status).toBe(200);
    expect((await ended(waiting.body.id)).outputs).toMatchObject({
      price: { output: { total: 12 } },
      next: { output: { processed: 12 } },
    });
  });
});
