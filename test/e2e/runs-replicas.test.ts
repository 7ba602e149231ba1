import type { RunView } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { sharedInstallation } from '../fixtures/shared-installation.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let database: TestDatabase;
let houses: [House, House];
let tools: ComposableTools;
let agentKey: string;
let personKey: string;
const counting = new CountingApi();

beforeAll(async () => {
  database = await createTestDatabase();
  const shared = sharedInstallation(database);
  houses = [await startHouse(shared), await startHouse(shared)];
  const [{ admin, key }] = houses;
  tools = await publishComposableTools(admin);
  const endpoint = { url: `${await counting.start()}/plain` };
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const publish = async (manifest: ReturnType<typeof httpManifest>) => {
    await admin.post('/v1/tools', manifest);
    await admin.post('/v1/endorsements', { tool: manifest.name, organisation: 'default' });
  };
  await publish(httpManifest('acme/note', { inputSchema, endpoint, annotations: { destructiveHint: false } }));
  await publish(httpManifest('acme/wipe', { inputSchema, endpoint, annotations: { destructiveHint: true } }));
  const readOnly = { annotations: { readOnlyHint: true }, capabilities: ['shop.prices'] };
  const broken = { inputSchema: { type: 'object' }, endpoint: { url: `${tools.api.url}/none` } } as const;
  await publish(httpManifest('acme/prices', { ...readOnly, ...broken }));
  await admin.put('/v1/fallbacks/shop.prices', { levels: [{ tool: 'acme/prices' }], escalation: true });
  agentKey = await key('carl');
  personKey = await key('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
});
afterAll(async () => {
  for (const house of houses) await house.stop();
  await database.drop();
  await tools.stop();
  counting.stop();
});

type Answered = RunView & Refusal;
const agent = (at: 0 | 1): Client => houses[at].client(agentKey);
const person = (at: 0 | 1): Client => houses[at].client(personKey);
const run = (body: object, headers: Record<string, string> = {}) =>
  agent(0).post<Answered>('/v1/plans/execute', body, { headers });
const ended = (id: string, at: 0 | 1 = 1) =>
  eventually(async () => {
    const { body } = await agent(at).get<Answered>(`/v1/runs/${id}`);
    return body.endedAt === null ? undefined : body;
  }, `the run ${id} to end`);
const note = (id: string, line: string, after: string[] = [], tool = 'acme/note') => ({
  ...{ id, tool, arguments: { line }, after },
});
const acted = (...lines: string[]) => lines.map((line) => counting.effects.get(line) ?? 0);

describe('a run that one of two replicas carries out', () => {
  it('goes on with what a person answers an escalation at the other', async () => {
    const steps = [
      { id: 'price', tool: 'acme/prices', arguments: {} },
      { id: 'next', tool: 'acme/process', arguments: { data: '$ref:price.total' } },
    ];
    const waiting = await run({ plan: { steps } });
    expect(waiting.body.steps[0]).toMatchObject({ status: 'awaiting_approval', waitsFor: { kind: 'escalation' } });
    const seen = await agent(1).get<Answered>(`/v1/runs/${waiting.body.id}`);
    expect(seen).toMatchObject({ status: 202, body: { status: 'awaiting_approval', steps: [{ id: 'price' }] } });
    const answer = { output: { total: 12 }, reason: 'looked up' };
    const ticket = waiting.body.steps[0]?.waitsFor?.id;
    expect((await person(1).post<Refusal>(`/v1/escalations/${ticket}/resolve`, answer)).status).toBe(200);
    expect((await ended(waiting.body.id, 0)).outputs).toMatchObject({
      price: { output: { total: 12 } },
      next: { output: { processed: 12 } },
    });
  });

  it('goes on with a consent that is given at the other', async () => {
    const steps = [note('wipe', 'consent-1', [], 'acme/wipe'), note('then', 'consent-2', ['wipe'])];
    const waiting = await run({ plan: { steps } });
    const approval = waiting.body.steps[0]?.waitsFor?.id;
    await person(1).post(`/v1/approvals/${approval}/decision`, { decision: 'approve' });
    expect((await ended(waiting.body.id)).status).toBe('succeeded');
    expect(acted('consent-1', 'consent-2')).toEqual([1, 1]);
  });

  it('begins nothing that acts once it is cancelled at the other', async () => {
    const held = counting.hold();
    const steps = [note('one', 'gone-1'), note('two', 'gone-2', ['one'])];
    const begun = await run({ plan: { steps } }, { prefer: 'respond-async' });
    const request = await held;
    expect((await agent(1).delete<Answered>(`/v1/runs/${begun.body.id}`)).status).toBe(202);
    request.answer();
    expect(await ended(begun.body.id)).toMatchObject({ status: 'cancelled' });
    expect(acted('gone-1', 'gone-2')).toEqual([1, 0]);
  });

  it('is followed at the other: how it stands, and how it ends', async () => {
    const waiting = await run({ plan: { steps: [note('wipe', 'followed', [], 'acme/wipe')] } });
    const events = agent(1).get<string>(`/v1/runs/${waiting.body.id}/events`);
    const approval = waiting.body.steps[0]?.waitsFor?.id;
    await person(0).post(`/v1/approvals/${approval}/decision`, { decision: 'approve' });
    const { body } = await events;
    expect(body).toMatch(/event: status\ndata: .*awaiting_approval/);
    expect(body).toMatch(/id: end\nevent: end\ndata: .*"status":"succeeded"/);
  });

  it('goes on at the other when its own stops, whose followers are let go, to come back', async () => {
    const held = counting.hold();
    const steps = [note('one', 'moved-1'), note('two', 'moved-2', ['one']), note('three', 'moved-3', ['two'])];
    const begun = await run({ plan: { steps } }, { prefer: 'respond-async' });
    const first = await held;
    const second = counting.hold();
    first.answer();
    const request = await second;
    const events = agent(0).get<string>(`/v1/runs/${begun.body.id}/events`);
    const restarted = houses[0].restart();
    request.answer();
    expect((await events).body).not.toMatch(/event: end/);
    expect(await ended(begun.body.id)).toMatchObject({ steps: [{ status: 'succeeded' }, {}, {}] });
    await restarted;
    expect(acted('moved-1')).toEqual([1]);
    expect(acted('moved-2')[0]).toBeLessThanOrEqual(1);
  });
});
