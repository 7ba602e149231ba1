import type { RunView } from '@assay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
let agent: Client;
/** Lines that tools refuse. */
const refused = new Set<string>();
/** Lines whose connection breaks after they had their effect. */
const dropped = new Set<string>();

const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };

async function publish(name: string, more: object): Promise<void> {
  const manifest = httpManifest(`acme/${name}`, { inputSchema, endpoint: { url: `${api.url}/${name}` }, ...more });
  const { status, body } = await house.admin.post('/v1/tools', manifest);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
}

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi(({ body }, response) => {
    const { line } = JSON.parse(body) as { line: string };
    if (dropped.has(line)) response.destroy();
    else if (refused.has(line)) answerJson(response, { error: 'not now' }, 402);
    else answerJson(response, { line });
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await publish('act', { annotations: { destructiveHint: false } });
  await publish('read', { annotations: { readOnlyHint: true } });
  agent = await house.as('carl');
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});

/** Breakers would make every further call a refusal; that is tested elsewhere. */
beforeEach(() => house.admin.post('/v1/breakers/acme/act/1.0.0/reset', {}));

type Answered = RunView & Refusal;
const run = (body: object, by = agent) => by.post<Answered>('/v1/plans/execute', body);
const resume = (id: string, by = agent) => by.post<Answered>(`/v1/runs/${id}/resume`, undefined);
const calls = (line: string) =>
  api.seen.filter(({ body }) => (JSON.parse(body) as { line: string }).line === line).length;
const step = (id: string, line: string, after: string[] = [], tool = 'acme/act') => ({
  ...{ id, tool, arguments: { line }, after },
});

describe('a run that ended without having done everything', () => {
  it('is resumed from where it ended, and does nothing again that was done', async () => {
    refused.add('a2');
    const steps = [step('one', 'a1'), step('two', 'a2', ['one']), step('three', 'a3', ['two']), step('beside', 'a4')];
    const failed = await run({ plan: { steps } });
    expect(failed.body).toMatchObject({ status: 'partial', outputs: { two: { status: 'failed' } } });
    const still = await resume(failed.body.id);
    expect(still).toMatchObject({ status: 200, body: { id: failed.body.id, status: 'partial' } });
    refused.delete('a2');
    const done = await resume(failed.body.id);
    expect(done.body).toMatchObject({
      id: failed.body.id,
      status: 'succeeded',
      outputs: { one: { output: { line: 'a1' } }, three: { output: { line: 'a3' } } },
    });
    expect(['a1', 'a2', 'a3', 'a4'].map(calls)).toEqual([1, 3, 1, 1]);
    expect((await agent.get<Answered>(`/v1/runs/${failed.body.id}`)).body).toEqual(done.body);
    expect(await resume(failed.body.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('that only read is resumed, too, and one that was cancelled', async () => {
    refused.add('b2');
    const read = { plan: { steps: [step('one', 'b1', [], 'acme/read'), step('two', 'b2', ['one'], 'acme/read')] } };
    const failed = await run(read);
    refused.delete('b2');
    expect((await resume(failed.body.id)).body.status).toBe('succeeded');
    expect(['b1', 'b2'].map(calls)).toEqual([1, 2]);
  });

  it('asks again under its old key for a step whose outcome is not known, which is not made again', async () => {
    dropped.add('c1');
    const failed = await run({ plan: { steps: [step('one', 'c1'), step('two', 'c2', ['one'])] } });
    expect(failed.body.steps[0]).toMatchObject({ status: 'failed', error: { outcome: 'unknown' } });
    dropped.delete('c1');
    const again = await resume(failed.body.id);
    expect(again.body.steps[0]).toMatchObject({ status: 'failed', error: { outcome: 'unknown' } });
    expect(['c1', 'c2'].map(calls)).toEqual([1, 0]);
  });

  it('is resumed by its own caller alone, and not while it is under way, or when it passed failures on', async () => {
    refused.add('d1');
    const failed = await run({ plan: { steps: [step('one', 'd1')] } });
    const otto = await house.as('otto');
    expect((await resume(failed.body.id, otto)).status).toBe(404);
    expect((await resume(failed.body.id, house.anonymous)).status).toBe(401);
    expect((await resume('018f0000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await resume('nonsense')).status).toBe(404);
    const reader = await house.as('carl', { scopes: ['registry:read'] });
    expect((await resume(failed.body.id, reader)).status).toBe(403);
    const pipeline = { errorStrategy: 'CONTINUE_ON_FAILURE', steps: [{ tool: 'acme/act' }, { tool: 'acme/act' }] };
    const handed = await run({ pipeline, input: { line: 'd1' } });
    expect(handed.body.status).toBe('partial');
    expect((await resume(handed.body.id)).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/passed failures on/),
    });
  });

  it('is resumed by one of several who ask at once', async () => {
    refused.add('e1');
    const failed = await run({ plan: { steps: [step('one', 'e1')] } });
    refused.delete('e1');
    const all = await Promise.all([1, 2, 3].map(() => resume(failed.body.id)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(calls('e1')).toBe(2);
  });

  it('keeps its key: a repeat answers what it has come to', async () => {
    refused.add('f1');
    const body = { plan: { steps: [step('one', 'f1')] }, idempotencyKey: 'resumed' };
    const failed = await run(body);
    refused.delete('f1');
    await resume(failed.body.id);
    expect((await run(body)).body).toMatchObject({ id: failed.body.id, status: 'succeeded' });
  });
});
