import type { AuditRecordView, Envelope, GrantView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let agent: Client;
let approver: Client;
const api = new CountingApi();
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
const bounds = { properties: { line: { maxLength: 3 } } };
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
type Answered<T> = T & Refusal;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const parts = {
    inputSchema,
    endpoint: { url: `${await api.start()}/plain` },
    annotations: { destructiveHint: true },
  };
  await house.admin.post('/v1/tools', httpManifest('acme/wipe', parts));
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  agent = house.client(await house.key('carl'));
  approver = await house.as('pia', {
    principal: { kind: 'user', name: 'pia' },
    scopes: ['approvals:decide', 'registry:read'],
  });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

const call = (line: string) => agent.post<Envelope>('/v1/invocations', { tool: 'acme/wipe', input: { line } });
const grant = (parts: object = {}, by: Client = approver) =>
  by.post<Answered<GrantView>>('/v1/grants', {
    ...{ principal: 'carl', tool: 'acme/wipe', actions: ['call'] },
    standing: { count: 2, expiresAt: tomorrow(), bounds, ...parts },
  });
const find = async (id: string) =>
  (await approver.get<{ items: GrantView[] }>('/v1/grants?standing=yes')).body.items.find((it) => it.id === id);

describe('a standing approval', () => {
  it('covers as many calls as it says, however many come at once, and only within its bounds', async () => {
    const { status, body } = await grant();
    expect({ status, standing: body.standing }).toMatchObject({ status: 201, standing: { state: 'usable', used: 0 } });
    expect((await call('too long')).status).toBe(202);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(call));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 200, 202, 202]);
    const made = answers.find((it) => it.status === 200)?.body;
    expect(made?.trace.find((it) => it.stage === 'approval')?.note).toContain(`standing approval ${body.id}`);
    expect((await find(body.id))?.standing).toMatchObject({ state: 'spent', used: 2, createdBy: 'pia' });
    const { items } = (await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?limit=100')).body;
    expect(items.filter(({ action }) => action === 'standing_approval.use')).toHaveLength(2);
  });

  it('ends when it is revoked, by people whom it concerns', async () => {
    const { body } = await grant();
    const stranger = await house.as('stan', { principal: { kind: 'agent', name: 'stan' }, scopes: ['tools:call'] });
    expect((await stranger.delete(`/v1/grants/${body.id}`)).status).toBe(403);
    expect((await approver.delete(`/v1/grants/${body.id}`)).status).toBe(204);
    expect((await find(body.id))?.standing?.state).toBe('revoked');
    expect((await call('x')).status).toBe(202);
  });

  it('is refused to agents, to keys for calls of their own, and with wrong bounds', async () => {
    expect((await grant({}, agent)).body.code).toBe('forbidden');
    const own = await approver.post<Refusal>('/v1/grants', {
      ...{ principal: 'pia', tool: 'acme/wipe', actions: ['call'] },
      standing: { count: 1, expiresAt: tomorrow(), bounds: {} },
    });
    expect(own.body.code).toBe('session_required');
    for (const parts of [
      { count: 0 },
      { count: 1_001 },
      { bounds: { type: 'array' } },
      { expiresAt: '2020-01-01T00:00:00Z' },
    ])
      expect((await grant(parts)).status).toBe(422);
    const organisation = await approver.post<Refusal>('/v1/grants', {
      ...{ organisation: 'default', tool: 'acme/wipe', actions: ['call'] },
      standing: { count: 1, expiresAt: tomorrow(), bounds: {} },
    });
    expect(organisation.status).toBe(422);
  });
});
