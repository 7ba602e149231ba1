import type {
  AlertView,
  Entry,
  Envelope,
  FindingView,
  NotificationView,
  RevocationView,
  TrustView,
} from '@assay/contracts';
import { EvidenceLog, RevokeAbuse, ScoreVersions } from '@assay/trust';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { MovedClock } from './moved-clock.js';

const clock = new MovedClock();
let house: House;
let api: HttpApi;
let owner: Client;
let auditor: Client;
let rival: Client;
let callers: Client[];

beforeAll(async () => {
  house = await startHouse({}, clock);
  api = await startHttpApi((_, response) => answerJson(response, { error: 'no' }, 500));
  owner = await house.as('olga', { scopes: ['registry:read', 'registry:publish', 'registry:revoke', 'tools:call'] });
  auditor = await house.as('aude', { scopes: ['registry:read', 'trust:attest'] });
  await owner.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/organisations', { name: 'rival' });
  rival = await house.as('rex', { role: 'administrator', organisation: 'rival' });
  callers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => house.as(`caller-${index}`, { organisation: 'rival' })),
  );
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

const publish = async (tool: string, parts: object = {}) => {
  const { status, body } = await owner.post<Entry & Refusal>(
    '/v1/tools',
    httpManifest(`acme/${tool}`, { endpoint: { url: `${api.url}/${tool}` }, ...parts }),
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  for (const by of [house.admin, rival]) await by.post('/v1/endorsements', { tool: `acme/${tool}` });
  return body;
};
const raise = (by: Client, target: string, severity: string, parts: object = {}) =>
  by.post<AlertView & Refusal>('/v1/alerts', { target, severity, reason: 'It logs card numbers.', ...parts });
const resolve = (tool: string) => house.admin.get<Entry & Refusal>(`/v1/tools/acme/${tool}/resolve`);
const revocationsOf = async (tool: string) =>
  (await everyRow<RevocationView>(house.admin, '/v1/revocations')).filter((it) => it.target.startsWith(`acme/${tool}`));
const reportOf = async (by: Client, kind: string) =>
  (await everyRow<NotificationView>(by, '/v1/notifications')).filter((it) => it.kind === kind);
const pass = () => house.application.get(RevokeAbuse).run(new AbortController().signal);

describe('a security alert', () => {
  it('that is critical revokes at once, and is lifted by an administrator after an appeal', async () => {
    await publish('leaky');
    const { status, body } = await raise(auditor, 'acme/leaky', 'critical', { evidenceUrl: 'https://a.example/7' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ target: 'acme/leaky', outcome: 'revoke', settled: true, raisedBy: 'aude', organisation: 'default' },
      revocation: expect.any(String),
    });
    expect((await resolve('leaky')).body.code).toBe('version_revoked');
    const [revocation] = await revocationsOf('leaky');
    expect(revocation).toMatchObject({
      ...{ id: body.revocation, revokedBy: 'service:assay', cause: `alert ${body.id}`, appeal: null },
      reason: 'Security alert: It logs card numbers. (https://a.example/7)',
    });
    expect(await reportOf(owner, 'tool.revoked')).toHaveLength(1);
    const path = `/v1/revocations/${body.revocation}`;
    expect((await owner.delete(path)).status).toBe(403);
    expect((await rival.post(`${path}/appeal`, { reason: 'x' })).status).toBe(403);
    expect((await owner.post(`${path}/appeal`, { reason: '' })).status).toBe(422);
    const appealed = await owner.post<RevocationView>(`${path}/appeal`, { reason: 'Those were test numbers.' });
    expect(appealed.body).toMatchObject({ state: 'active', appeal: { reason: 'Those were test numbers.' } });
    expect((await owner.post(`${path}/appeal`, { reason: 'Again.' })).status).toBe(409);
    expect((await reportOf(house.admin, 'revocation.appealed')).map((it) => it.subject)).toEqual(['acme/leaky']);
    expect((await resolve('leaky')).status).toBe(410);
    expect((await house.admin.delete(`${path}?reason=So%20they%20were`)).status).toBe(200);
    await pass();
    expect((await resolve('leaky')).status).toBe(200);
    expect((await owner.post(`${path}/appeal`, { reason: 'x' })).status).toBe(409);
  });

  it('from another organisation, or less than critical, is a finding; confirming it revokes', async () => {
    await publish('doubted');
    expect((await raise(rival, 'acme/doubted', 'critical')).body).toMatchObject({ outcome: 'find', revocation: null });
    expect((await resolve('doubted')).status).toBe(200);
    expect((await reportOf(house.admin, 'alert.raised')).map((it) => it.subject)).toContain('acme/doubted');
    const [finding] = await everyRow<FindingView>(owner, '/v1/findings?subject=alert&tool=acme%2Fdoubted');
    expect(finding).toMatchObject({ severity: 'HIGH', state: 'open', signs: [{ rule: 'security-alert' }] });
    const decision = { action: 'confirm', reason: 'Seen in the logs.' };
    expect((await house.admin.post(`/v1/findings/${finding?.id}/resolve`, decision)).status).toBe(200);
    expect((await resolve('doubted')).status).toBe(410);
    const [revocation] = await revocationsOf('doubted');
    expect(revocation).toMatchObject({ target: 'acme/doubted@1.0.0', cause: `finding ${finding?.id}` });
    await house.admin.delete(`/v1/revocations/${revocation?.id}`);
    await house.admin.post(`/v1/findings/${finding?.id}/resolve`, decision);
    expect((await resolve('doubted')).body.quarantined).toBeNull();
    await pass();
    expect(await revocationsOf('doubted')).toHaveLength(1);
    expect((await resolve('doubted')).status).toBe(200);
  });

  it('is refused with what to do, and listed to those it is for', async () => {
    expect((await raise(auditor, 'acme/none', 'high')).status).toBe(404);
    expect((await raise(owner, 'acme/leaky', 'high')).status).toBe(403);
    expect((await raise(auditor, 'acme/leaky', 'huge')).status).toBe(422);
    expect((await raise(auditor, 'acme/leaky', 'high', { evidenceUrl: 'javascript:1' })).status).toBe(422);
    const whole = await raise(auditor, 'acme/*', 'high');
    expect([whole.status, whole.body.detail]).toEqual([422, expect.stringContaining('name a tool')]);
    expect(await everyRow<AlertView>(rival, '/v1/alerts?limit=1')).toHaveLength(1);
    expect(await everyRow<AlertView>(house.admin, '/v1/alerts?limit=1')).toHaveLength(2);
    expect((await house.anonymous.get('/v1/alerts')).status).toBe(401);
  });
});

describe('trust that the evidence has destroyed', () => {
  it('revokes the version with its figures, once; time alone never does', async () => {
    await publish('broken', { outputSchema: { type: 'object' }, sla: { p95Ms: 50 } });
    await publish('idle');
    // More calls within a minute than strangers may make of a version in the sandbox.
    await house.admin.put('/v1/limits/sandbox.calls/*', { limit: 1_000 });
    const call = (by: Client) =>
      by.post<Envelope>('/v1/invocations', { tool: 'acme/broken@1.0.0', input: { item: 'x' } });
    for (const by of callers) {
      for (let count = 0; count < 10; count += 1) {
        // Its circuit breaker lets one probe out every five minutes.
        clock.skippedMs += 301_000;
        await call(by);
      }
    }
    const evidence = house.application.get(EvidenceLog);
    const scoring = house.application.get(ScoreVersions);
    await evidence.flush();
    await scoring.run();
    const { body } = await house.admin.get<TrustView>('/v1/tools/acme/broken/trust?version=1.0.0');
    expect(body.base).toBeLessThan(0.2);
    expect(body.confidence).toBeGreaterThanOrEqual(0.8);
    const [revocation, ...others] = await revocationsOf('broken');
    expect(others).toEqual([]);
    expect(revocation).toMatchObject({ target: 'acme/broken@1.0.0', revokedBy: 'service:assay' });
    // Without what an upstream that never works can keep.
    const kept = ['securityAudit', 'freshness', 'communityRating'];
    const rest = body.signals.filter(({ name }) => !kept.includes(name));
    const sumOf = (what: 'contribution' | 'weight') => rest.reduce((sum, it) => sum + it[what], 0);
    const share = (sumOf('contribution') / sumOf('weight')).toFixed(3);
    expect(revocation?.reason).toContain(`is ${share} of what it could be, below 0.2`);
    expect((await reportOf(owner, 'tool.revoked')).map((it) => it.subject)).toContain('acme/broken@1.0.0');
    await house.admin.delete(`/v1/revocations/${revocation?.id}?reason=network`);
    clock.ahead += 400 * 86_400_000;
    await pass();
    expect(await revocationsOf('broken')).toHaveLength(1);
    expect(await revocationsOf('idle')).toEqual([]);
  });
});
