import type { Envelope, RunView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
let agentKey: string;
let personKey: string;

const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
const outputSchema = { type: 'object', properties: { line: { type: 'string' }, size: { type: 'number' } } };

async function publish(name: string, more: object): Promise<void> {
  const manifest = httpManifest(`acme/${name}`, { inputSchema, endpoint: { url: `${api.url}/${name}` }, ...more });
  const { status, body } = await house.admin.post('/v1/tools', manifest);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
}

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi(({ url, body }, response) => {
    const { line } = JSON.parse(body) as { line: string };
    if (url === '/cancel-broken') answerJson(response, { error: 'the desk is closed' }, 402);
    else answerJson(response, { line, size: line.length });
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await publish('cancel', { annotations: { destructiveHint: false } });
  await publish('cancel-asked', { annotations: { destructiveHint: true } });
  await publish('cancel-broken', { annotations: { destructiveHint: false } });
  const acts = { annotations: { destructiveHint: false }, outputSchema };
  const undoneBy = (tool: string) => ({ compensation: { class: 'full', tool: `acme/${tool}`, input: 'input' } });
  await publish('book', { ...acts, ...undoneBy('cancel') });
  await publish('book-asked', { ...acts, ...undoneBy('cancel-asked') });
  await publish('book-broken', { ...acts, ...undoneBy('cancel-broken') });
  await publish('wipe', { annotations: { destructiveHint: true }, outputSchema, ...undoneBy('cancel') });
  agentKey = await house.key('carl');
  personKey = await house.key('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});

type Answered = RunView & Refusal;
const agent = (): Client => house.client(agentKey);
const run = (body: object) => agent().post<Answered>('/v1/plans/execute', body);
const show = async (id: string) => (await agent().get<Answered>(`/v1/runs/${id}`)).body;
const ended = (id: string) =>
  eventually(async () => {
    const body = await show(id);
    return body.endedAt === null ? undefined : body;
  }, `the run ${id} to end`);
const decide = (id: string | undefined, decision: 'approve' | 'deny') =>
  house.client(personKey).post<Refusal>(`/v1/approvals/${id}/decision`, { decision });
const called = (tool: string): string[] =>
  api.seen.filter(({ url }) => url === `/${tool}`).map(({ body }) => (JSON.parse(body) as { line: string }).line);
const use = (tool: string, line: string) => ({ tool: `acme/${tool}`, input: { line } });
/** The longer line wins, and both have been booked by then. */
const best = (tool: string, name: string) => ({
  parallel: { branches: { less: use(tool, name), more: use(tool, `${name}-longer`) }, join: { best: 'output.size' } },
});

describe('what a branch did that its join did not take', () => {
  it('is undone by a call that waits for a person: the run shows where, and goes on when it is decided', async () => {
    const waiting = await run({ chain: best('book-asked', 'a') });
    expect(waiting.status).toBe(202);
    expect(waiting.body.steps.at(-1)).toMatchObject({
      id: '0.less/undo',
      tool: 'acme/cancel-asked',
      status: 'awaiting_approval',
      waitsFor: { kind: 'approval', url: expect.stringContaining('/approvals/') },
    });
    await house.restart();
    expect(await show(waiting.body.id)).toMatchObject({ status: 'awaiting_approval' });
    expect(called('cancel-asked')).toEqual([]);
    await decide(waiting.body.steps.at(-1)?.waitsFor?.id, 'approve');
    const body = await ended(waiting.body.id);
    expect(body).toMatchObject({ status: 'succeeded', output: { line: 'a-longer' }, warnings: [] });
    expect(body.steps.at(-1)).toMatchObject({ status: 'succeeded' });
    expect(called('book-asked').sort()).toEqual(['a', 'a-longer']);
    expect(called('cancel-asked')).toEqual(['a']);
  });

  it('stays, with a warning, when the person says no', async () => {
    const waiting = await run({ chain: best('book-asked', 'b') });
    await decide(waiting.body.steps.at(-1)?.waitsFor?.id, 'deny');
    const body = await ended(waiting.body.id);
    expect(body).toMatchObject({ status: 'succeeded', output: { line: 'b-longer' } });
    expect(body.warnings).toEqual([expect.stringMatching(/0\.less: .*could not be undone: .*refused|denied/)]);
    expect(called('cancel-asked')).toEqual(['a']);
  });

  it('stays, with a warning and its reason, when the undo fails', async () => {
    const { status, body } = await run({ chain: best('book-broken', 'c') });
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(body.warnings).toEqual([expect.stringMatching(/^0\.less.* could not be undone: .*402/)]);
    expect(body.steps.at(-1)).toMatchObject({
      id: '0.less/undo',
      tool: 'acme/cancel-broken',
      status: 'failed',
      error: { message: expect.stringMatching(/402/) },
      invocationId: expect.any(String),
    });
  });

  it('is undone, or warned of, in a composition that is itself a step', async () => {
    for (const [name, tool] of [
      ['inner', 'book'],
      ['inner-broken', 'book-broken'],
    ] as const) {
      const manifest = {
        ...{ name: `acme/${name}`, version: '1.0.0', description: 'Books the best', inputSchema: { type: 'object' } },
        ...{ protocol: 'composite', endpoint: { notation: 'chain', definition: best(tool, name) } },
        annotations: { destructiveHint: false },
      };
      expect((await house.admin.post<Refusal>('/v1/tools', manifest)).status).toBe(201);
      await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
    }
    const done = await run({ chain: { tool: 'acme/inner', input: {} } });
    expect(done.body).toMatchObject({ status: 'succeeded', output: { line: 'inner-longer' }, warnings: [] });
    expect(called('cancel')).toContain('inner');
    expect(called('cancel')).not.toContain('inner-longer');
    const broken = await run({ chain: { tool: 'acme/inner-broken', input: {} } });
    expect(broken.body).toMatchObject({ status: 'succeeded', output: { line: 'inner-broken-longer' } });
    expect(broken.body.warnings).toEqual([expect.stringMatching(/could not be undone/)]);
    const envelope = await agent().get<Envelope>(`/v1/invocations/${broken.body.steps[0]?.invocationId}`);
    expect(JSON.stringify(envelope.body.warnings)).toMatch(/could not be undone/);
  });

  it('is never done when it waited for a person: the question is withdrawn', async () => {
    const chain = { parallel: { branches: { slow: use('wipe', 'd'), quick: use('book', 'd') }, join: 'first' } };
    const { status, body } = await run({ chain });
    const after = status === 202 ? await ended(body.id) : body;
    expect(after).toMatchObject({ status: 'succeeded', output: { line: 'd' } });
    const waited = after.steps.find(({ tool }) => tool === 'acme/wipe');
    expect(waited).toMatchObject({ status: 'cancelled' });
    const open = await house.client(personKey).get<{ items: unknown[] }>('/v1/approvals?status=pending');
    expect(open.body.items).toEqual([]);
    expect(called('wipe')).toEqual([]);
  });
});
