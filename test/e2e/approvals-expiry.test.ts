import type { ApprovalDetail, AuditRecordView, Envelope } from '@assay/contracts';
import { JOBS } from '@assay/server';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

let house: House;
const clock = new MovedClock();
const api = new CountingApi();
const day = 24 * 3_600_000;

beforeAll(async () => {
  house = await startHouse({}, clock);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const endpoint = { url: `${await api.start()}/plain` };
  await house.admin.post(
    '/v1/tools',
    httpManifest('acme/wipe', { inputSchema, endpoint, annotations: { destructiveHint: true } }),
  );
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

/** Lets the sweep find what is due by the moved clock: turns go by the database's own, which stands still. */
async function sweep(): Promise<void> {
  await house.application.get(JOBS).stop();
  await house.sql(
    "UPDATE pgboss.job SET start_after = now() WHERE singleton_key = 'approvals.sweep' AND state = 'created'",
  );
  await house.restart();
}

it('a call nobody decided on within 24 hours is denied, and its arguments are forgotten after a month', async () => {
  const key = await house.key('carl');
  const pia = { principal: { kind: 'user' as const, name: 'pia' }, scopes: ['approvals:decide' as const] };
  const approverKey = await house.key('pia', pia);
  const body = { tool: 'acme/wipe', input: { line: 'late' }, idempotencyKey: 'late-1' };
  const waiting = (await house.client(key).post<Envelope>('/v1/invocations', body)).body;
  const path = `/v1/approvals/${waiting.approval?.id}`;
  const shown = async () => (await house.client(approverKey).get<ApprovalDetail>(path)).body;
  clock.ahead = day + 1_000;
  const late = await house.client(approverKey).post<Refusal>(`${path}/decision`, { decision: 'approve' });
  expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/expired at/)]);
  await sweep();
  await eventually(async () => ((await shown()).outcome === 'denied' ? true : undefined), 'the call to be denied');
  expect(await shown()).toMatchObject({ status: 'expired', arguments: { line: 'late' } });
  const ended = await house.client(key).get<Envelope>(`/v1/invocations/${waiting.id}`);
  expect(ended.body).toMatchObject({ status: 'denied', error: { message: expect.stringMatching(/in time/) } });
  const { body: audit } = await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?action=approval.expire');
  expect(audit.items).toHaveLength(1);
  expect(api.effects.get('late')).toBeUndefined();
  clock.ahead = 32 * day;
  await sweep();
  await eventually(
    async () => ((await shown()).arguments === null ? true : undefined),
    'the arguments to be forgotten',
  );
});
