import type { ApprovalDetail, Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

type Answered = Envelope & Refusal;

let house: House;
let agent: Client;
let approver: Client;
const api = new CountingApi();
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;

beforeAll(async () => {
  house = await startHouse();
  const gone = new CountingApi();
  const nobody = await gone.start();
  gone.stop();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const endpoints = { first: `${nobody}/plain`, second: `${await api.start()}/plain` };
  for (const [name, url] of Object.entries(endpoints)) {
    const parts = { inputSchema, endpoint: { url }, annotations: { destructiveHint: true } };
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, { ...parts, capabilities: ['data.delete'] }));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  await house.admin.put('/v1/fallbacks/data.delete', {
    levels: [{ tool: 'acme/first' }, { tool: 'acme/second' }],
    escalation: false,
  });
  agent = await house.as('carl');
  approver = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

const call = (line: string, more: object = {}) =>
  agent.post<Answered>('/v1/invocations', { capability: 'data.delete', input: { line }, ...more });
const invocation = (id: string) => agent.get<Answered>(`/v1/invocations/${id}`);
const decide = (id: string, decision: 'approve' | 'deny') =>
  approver.post<Answered>(`/v1/approvals/${id}/decision`, { decision });
const idOf = ({ approval }: Envelope): string => approval?.id as string;

/** The call as it waits for its next level. */
const waitsAgain = (id: string, before: string) =>
  eventually(async () => {
    const { body } = await invocation(id);
    return body.approval !== undefined && idOf(body) !== before ? body : undefined;
  }, 'the next level to wait');

describe('levels that need a person’s approval, one after the other', () => {
  it.each([
    ['without a key', {}],
    ['under a key', { idempotencyKey: 'levels' }],
  ])('ask for one each, and the call is made once (%s)', async (line, key) => {
    const waiting = await call(line, key);
    expect(waiting.body).toMatchObject({ status: 'awaiting_approval', tool: 'acme/first', level: 1 });
    const first = idOf(waiting.body);
    expect((await decide(first, 'approve')).status).toBe(200);
    const next = await waitsAgain(waiting.body.id, first);
    expect(next).toMatchObject({ id: waiting.body.id, tool: 'acme/second', level: 2 });
    expect(api.effects.get(line)).toBeUndefined();
    const shown = await approver.get<ApprovalDetail>(`/v1/approvals/${idOf(next)}`);
    expect(shown.body).toMatchObject({ tool: 'acme/second', level: 2, arguments: { line }, status: 'pending' });
    await decide(idOf(next), 'approve');
    const ended = await eventually(async () => {
      const { status, body } = await invocation(waiting.body.id);
      return status === 200 ? body : undefined;
    }, 'the call to end');
    expect(ended).toMatchObject({ status: 'succeeded', tool: 'acme/second', level: 2 });
    expect(ended.attempted).toMatchObject([
      { tool: 'acme/first', outcome: 'failed' },
      { tool: 'acme/second', outcome: 'succeeded' },
    ]);
    expect(api.effects.get(line)).toBe(1);
    const [kept] = await house.sql<{ keys: number }>(
      `SELECT count(*)::int AS keys FROM idempotency_keys WHERE key LIKE 'approval:%' || $1`,
      [waiting.body.id],
    );
    expect(kept?.keys).toBe('idempotencyKey' in key ? 0 : 1);
  });
});
