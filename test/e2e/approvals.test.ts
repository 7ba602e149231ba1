import type {
  ApprovalDetail,
  ApprovalView,
  AuditRecordView,
  Envelope,
  IssuedLink,
  NotificationView,
} from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atLocalhost, Browser } from '../fixtures/browser.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let agent: Client;
let agentKey: string;
let approver: Client;
let other: Client;
const api = new CountingApi();
const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
const user = (name: string) => ({ principal: { kind: 'user', name }, scopes: ['approvals:decide'] }) as const;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const endpoint = { url: `${await api.start()}/plain` };
  for (const name of ['wipe', 'purge']) {
    const parts = { inputSchema, endpoint, annotations: { destructiveHint: true }, costPerCallUsd: 0.5 };
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  agentKey = await house.key('carl');
  agent = house.client(agentKey);
  approver = await house.as('pia', { ...user('pia'), scopes: ['approvals:decide'] });
  other = await house.as('otto', { ...user('otto'), scopes: ['approvals:decide'] });
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

type Answered<T> = T & Refusal;
const call = (line: string, more: object = {}, by: Client = agent) =>
  by.post<Answered<Envelope>>('/v1/invocations', { tool: 'acme/wipe', input: { line }, ...more });
const decide = (id: string, decision: 'approve' | 'deny', by: Client = approver, reason?: string) =>
  by.post<Answered<ApprovalView>>(`/v1/approvals/${id}/decision`, { decision, ...(reason && { reason }) });
const idOf = (answer: { body: Envelope }): string => answer.body.approval?.id as string;
const shown = (id: string) => approver.get<ApprovalDetail>(`/v1/approvals/${id}`);
const invocation = (id: string) => agent.get<Answered<Envelope>>(`/v1/invocations/${id}`);
const ended = (id: string) =>
  eventually(async () => {
    const found = await invocation(id);
    return found.status !== 202 ? found.body : undefined;
  }, `the call ${id} to end`);
const settled = (id: string) =>
  eventually(async () => (await shown(id)).body.outcome ?? undefined, `the call of approval ${id} to be settled`);

describe('a call that policies let through only with a person’s approval', () => {
  it('is answered 202, shows itself whole to who decides, and is made once when approved', async () => {
    const waiting = await call('a');
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get('location')).toBe(`/v1/invocations/${waiting.body.id}`);
    const id = idOf(waiting);
    expect(waiting.body).toMatchObject({
      status: 'awaiting_approval',
      tool: 'acme/wipe',
      version: '1.0.0',
      approval: { url: `${atLocalhost(house.url)}/approvals/${id}` },
      receipt: expect.any(Object),
    });
    expect(await invocation(waiting.body.id)).toMatchObject({ status: 202, body: { status: 'awaiting_approval' } });
    expect((await shown(id)).body).toMatchObject({
      status: 'pending',
      invocation: waiting.body.id,
      caller: { name: 'carl', kind: 'agent' },
      arguments: { line: 'a' },
      risks: { destructive: 'yes', costUsd: 0.5, undo: null },
      policies: [{ id: expect.stringContaining('destructive') }],
      needed: 1,
      decisions: [],
    });
    expect(api.effects.get('a')).toBeUndefined();
    expect((await decide(id, 'approve')).body).toMatchObject({ status: 'approved', decisions: [{ by: 'pia' }] });
    expect(await ended(waiting.body.id)).toMatchObject({ id: waiting.body.id, status: 'succeeded', tool: 'acme/wipe' });
    expect(await settled(id)).toBe('succeeded');
    expect((await decide(id, 'approve')).body.code).toBe('conflict');
    expect(api.effects.get('a')).toBe(1);
  });

  it('is denied with the reason that was given, and not made', async () => {
    const waiting = await call('b');
    expect((await decide(idOf(waiting), 'deny', approver, 'wrong customer')).body.status).toBe('denied');
    const body = await ended(waiting.body.id);
    expect(body).toMatchObject({
      status: 'denied',
      error: { code: 'denied', message: 'pia denied the call: wrong customer.', outcome: 'none' },
    });
    expect(api.effects.get('b')).toBeUndefined();
  });

  it('is recorded when it is stopped, when it is decided on, and when it ends', async () => {
    const waiting = await call('audited');
    await decide(idOf(waiting), 'approve');
    await settled(idOf(waiting));
    const { body } = await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?limit=50');
    const about = body.items.filter(({ details }) => details.invocationId === waiting.body.id).toReversed();
    expect(about.map(({ action, details }) => [action, details.status ?? null])).toEqual([
      ['tool.call', 'awaiting_approval'],
      ['approval.approve', null],
      ['tool.call', 'succeeded'],
    ]);
    expect((await house.admin.get<{ ok: boolean }>('/v1/audit/verify')).body.ok).toBe(true);
  });

  it('is decided by a user other than the caller, and changes nothing for anybody else', async () => {
    const waiting = await call('c');
    const id = idOf(waiting);
    const bot = await house.as('bot', { scopes: ['approvals:decide'] });
    const same = await house.as('carl', { scopes: ['approvals:decide', 'tools:call'] });
    const reader = await house.as('rita', { principal: { kind: 'user', name: 'rita' }, scopes: ['tools:call'] });
    expect(await decide(id, 'approve', bot)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/person decides/) },
    });
    expect(await decide(id, 'approve', same)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/person decides/) },
    });
    expect((await decide(id, 'approve', agent)).status).toBe(403);
    expect((await decide(id, 'approve', reader)).status).toBe(403);
    expect((await reader.get(`/v1/approvals/${id}`)).status).toBe(404);
    expect((await agent.get<ApprovalDetail>(`/v1/approvals/${id}`)).body.arguments).toEqual({ line: 'c' });
    expect((await shown(id)).body).toMatchObject({ status: 'pending', decisions: [] });
    await decide(id, 'deny');
  });

  it('a user decides on their own call signed in, after entering the password again, and never with a key', async () => {
    const password = 'a long enough password';
    const invited = await house.admin.post<IssuedLink>('/v1/accounts', { name: 'una', roles: ['reviewer'] });
    const una = new Browser(atLocalhost(house.url));
    await una.post(`/v1/sign-in/links/${invited.body.link.split('/').at(-1)}/password`, { password });
    await una.session();
    const scopes = ['tools:call' as const, 'approvals:decide' as const];
    const key = { principal: { kind: 'user', name: 'una' } as const, scopes };
    const [calling, other] = [await house.as('una', key), await house.as('una', key)];
    const id = idOf(await call('own', {}, calling));
    const path = `/v1/approvals/${id}/decision`;
    for (const withKey of [calling, other]) {
      const refused = await decide(id, 'approve', withKey);
      expect([refused.status, refused.body.code]).toEqual([403, 'session_required']);
      expect(refused.body.detail).toContain(`${atLocalhost(house.url)}/approvals/${id}`);
    }
    expect((await una.post<Refusal>(path, { decision: 'approve' })).body.code).toBe('reauthentication_required');
    await una.post('/v1/account/reauthenticate', { password });
    await house.admin.put('/v1/approvals/settings', { fourEyes: false, ownUserDecides: false });
    expect((await una.post<Refusal>(path, { decision: 'approve' })).body.detail).toMatch(/another user/);
    await house.admin.put('/v1/approvals/settings', { fourEyes: false, ownUserDecides: true });
    expect((await una.post<ApprovalView>(path, { decision: 'approve' })).body.status).toBe('approved');
    expect(await settled(id)).toBe('succeeded');
    expect(api.effects.get('own')).toBe(1);
  });

  it('nobody decides on their own calls within an hour of a reset of their credentials', async () => {
    const password = 'a long enough password';
    const invited = await house.admin.post<IssuedLink>('/v1/accounts', { name: 'vera', roles: ['reviewer'] });
    const reset = await house.admin.post<IssuedLink>(`/v1/accounts/${invited.body.account.id}/reset`, {});
    const vera = new Browser(atLocalhost(house.url));
    await vera.post(`/v1/sign-in/links/${reset.body.link.split('/').at(-1)}/password`, { password });
    await vera.session();
    await vera.post('/v1/account/reauthenticate', { password });
    const waiting = await vera.post<Envelope>('/v1/invocations', { tool: 'acme/wipe', input: { line: 'reset' } });
    const refused = await vera.post<Refusal>(`/v1/approvals/${idOf(waiting)}/decision`, { decision: 'approve' });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/credentials were reset/)]);
    expect(api.effects.get('reset')).toBeUndefined();
  });

  it('needs two different users where the organisation says so', async () => {
    await house.admin.put('/v1/approvals/settings', { fourEyes: true, ownUserDecides: false });
    const waiting = await call('d');
    const id = idOf(waiting);
    expect((await decide(id, 'approve')).body).toMatchObject({ status: 'pending', needed: 2 });
    expect((await decide(id, 'approve')).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/another user/),
    });
    expect(api.effects.get('d')).toBeUndefined();
    expect((await decide(id, 'approve', other)).body.status).toBe('approved');
    expect((await ended(waiting.body.id)).status).toBe('succeeded');
    await house.admin.put('/v1/approvals/settings', { fourEyes: false, ownUserDecides: false });
  });

  it('holds its idempotency key: a repeat is answered the same, other arguments are refused', async () => {
    const key = { idempotencyKey: 'order-1' };
    const waiting = await call('e', key);
    const repeat = await call('e', key);
    expect(repeat).toMatchObject({
      status: 202,
      body: { id: waiting.body.id, status: 'awaiting_approval', approval: waiting.body.approval },
    });
    expect((await call('other', key)).body.code).toBe('idempotency_conflict');
    await decide(idOf(waiting), 'approve');
    const { output } = await ended(waiting.body.id);
    const after = await call('e', key);
    expect([after.status, after.body]).toMatchObject([
      200,
      { id: waiting.body.id, status: 'succeeded', output, provenance: { freshness: 'replayed' } },
    ]);
    expect(api.effects.get('e')).toBe(1);
  });

  it('a denied call keeps its key, too: a repeat gets the same answer', async () => {
    const key = { idempotencyKey: 'order-2' };
    const waiting = await call('f', key);
    await decide(idOf(waiting), 'deny');
    await ended(waiting.body.id);
    expect((await call('f', key)).body).toMatchObject({ code: 'denied', id: waiting.body.id });
  });

  it('is cancelled by its caller while it waits', async () => {
    const waiting = await call('g');
    const cancelled = await agent.delete<Envelope>(`/v1/invocations/${waiting.body.id}`);
    expect([cancelled.status, cancelled.body.id]).toEqual([202, waiting.body.id]);
    expect(await ended(waiting.body.id)).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } });
    expect((await decide(idOf(waiting), 'approve')).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/cancelled/),
    });
    expect((await agent.delete(`/v1/invocations/${waiting.body.id}`)).status).toBe(404);
  });

  it('ends the events of the call for now, and has its end when it has come', async () => {
    const started = await agent.post<Envelope>(
      '/v1/invocations',
      { tool: 'acme/wipe', input: { line: 'h' } },
      { headers: { prefer: 'respond-async' } },
    );
    const { id } = started.body;
    const waiting = await eventually(async () => {
      const found = await invocation(id);
      return found.body.approval === undefined ? undefined : found.body;
    }, 'the call to wait');
    const events = async () => String((await agent.get<string>(`/v1/invocations/${id}/events`)).body);
    expect(await events()).toMatch(/event: end\ndata: .*awaiting_approval/);
    await decide(waiting.approval?.id as string, 'approve');
    await ended(id);
    expect(await events()).toMatch(/event: end\ndata: .*"succeeded"/);
  });

  it('a dry run says that it would wait, and opens nothing', async () => {
    const before = (await approver.get<{ items: unknown[] }>('/v1/approvals?limit=200')).body.items.length;
    const { body } = await agent.post<Envelope>('/v1/invocations?dryRun=true', {
      tool: 'acme/wipe',
      input: { line: 'dry' },
    });
    expect(body.warnings).toEqual([expect.stringMatching(/would wait for a person.*destructive/)]);
    expect((await approver.get<{ items: unknown[] }>('/v1/approvals?limit=200')).body.items).toHaveLength(before);
  });

  it('tells who decides, and then the caller', async () => {
    const waiting = await call('told');
    const noticeOf = (client: Client, kind: string) =>
      eventually(async () => {
        const { body } = await client.get<{ items: NotificationView[] }>('/v1/notifications');
        return body.items.find((it) => it.kind === kind && it.details.approval === idOf(waiting));
      }, `${kind} to be told`);
    expect((await noticeOf(approver, 'approval.opened')).text).toContain('carl wants to call acme/wipe@1.0.0');
    await decide(idOf(waiting), 'deny', approver, 'not today');
    expect((await noticeOf(agent, 'approval.decided')).text).toContain('denied (not today)');
  });

  it('is listed by status, and to nobody else’s organisation', async () => {
    const waiting = await call('listed');
    const list = async (client: Client, query = '') =>
      (await client.get<{ items: ApprovalView[] }>(`/v1/approvals?limit=200${query}`)).body.items.map(({ id }) => id);
    expect((await list(approver, '&status=pending')).includes(idOf(waiting))).toBe(true);
    expect((await list(approver, '&status=denied')).includes(idOf(waiting))).toBe(false);
    expect((await list(agent)).includes(idOf(waiting))).toBe(true);
    expect(await list(await house.as('rita2', { principal: { kind: 'user', name: 'rita2' } }))).toEqual([]);
    expect((await approver.get('/v1/approvals?cursor=abc')).status).toBe(422);
    await house.admin.post('/v1/organisations', { name: 'strangers' });
    const eve = { ...user('eve'), scopes: ['approvals:decide' as const], organisation: 'strangers' };
    const stranger = await house.as('eve', eve);
    expect((await decide(idOf(waiting), 'approve', stranger)).status).toBe(404);
    expect(await list(stranger)).toEqual([]);
    await decide(idOf(waiting), 'deny');
  });

  it('keeps its arguments sealed', async () => {
    const waiting = await call('a-very-secret-line');
    const rows = await house.sql<{ text: string }>(
      `SELECT row_to_json(approvals)::text AS text FROM approvals WHERE id = $1`,
      [idOf(waiting)],
    );
    expect(rows[0]?.text).not.toContain('a-very-secret-line');
    expect(house.logs()).not.toContain('a-very-secret-line');
    await decide(idOf(waiting), 'deny');
  });
});

describe('what happens while a call waits', () => {
  const putPolicy = (id: string, text: string) => house.admin.put(`/v1/policies/${id}`, { text });

  it('an edit of a policy that did not ask voids nothing', async () => {
    const waiting = await call('i');
    const unrelated = `permit (principal, action == Action::"call", resource) when { context.readOnly };`;
    expect((await putPolicy('unrelated', unrelated)).body).toMatchObject({ version: 1 });
    await decide(idOf(waiting), 'approve');
    expect((await ended(waiting.body.id)).status).toBe('succeeded');
    await house.admin.delete('/v1/policies/unrelated');
  });

  it('an edit of the policies that asked voids the approval, and says so', async () => {
    const asks = (reason: string) => `@decision("require_approval")
@reason("${reason}")
forbid (principal, action == Action::"call", resource == Tool::"acme/purge");`;
    await putPolicy('purging', asks('first'));
    const waiting = await call('j', { tool: 'acme/purge' });
    expect((await shown(idOf(waiting))).body.policies.map(({ id }) => id)).toContain('purging');
    await putPolicy('purging', asks('second'));
    await decide(idOf(waiting), 'approve');
    expect(await ended(waiting.body.id)).toMatchObject({
      status: 'denied',
      error: { message: expect.stringMatching(/is void: the policies/) },
    });
    expect(api.effects.get('j')).toBeUndefined();
    await house.admin.delete('/v1/policies/purging');
  });

  it('a policy that denies by now denies, although a person approved', async () => {
    const waiting = await call('k');
    await putPolicy('freeze', `forbid (principal, action == Action::"call", resource == Tool::"acme/wipe");`);
    await decide(idOf(waiting), 'approve');
    expect(await ended(waiting.body.id)).toMatchObject({ status: 'denied', error: { code: 'denied' } });
    await house.admin.delete('/v1/policies/freeze');
    expect(api.effects.get('k')).toBeUndefined();
  });

  it('a revocation stands, although a person approved', async () => {
    const waiting = await call('l', { tool: 'acme/purge' });
    const revoked = await house.admin.post<{ id: string }>('/v1/revocations', {
      target: 'acme/purge',
      reason: 'it loses data',
    });
    await decide(idOf(waiting), 'approve');
    expect(await ended(waiting.body.id)).toMatchObject({ error: { code: 'version_revoked' } });
    expect(api.effects.get('l')).toBeUndefined();
    await house.admin.delete(`/v1/revocations/${revoked.body.id}`);
  });

  it('a revoked key of the caller stands, too', async () => {
    const created = await house.admin.post<{ id: string; key: string }>('/v1/keys', {
      principal: { kind: 'agent', name: 'dora' },
      role: 'caller',
    });
    const waiting = await call('m', {}, house.client(created.body.key));
    await house.admin.delete(`/v1/keys/${created.body.id}`);
    await decide(idOf(waiting), 'approve');
    expect(await settled(idOf(waiting))).toBe('denied');
    expect(api.effects.get('m')).toBeUndefined();
  });

  it('a restart of the server: the call is made once when it is approved afterwards', async () => {
    const waiting = await call('n', { idempotencyKey: 'across' });
    await house.restart();
    agent = house.client(agentKey);
    approver = await house.as('pia', { ...user('pia'), scopes: ['approvals:decide'] });
    expect((await invocation(waiting.body.id)).body.status).toBe('awaiting_approval');
    await decide(idOf(waiting), 'approve');
    expect(await ended(waiting.body.id)).toMatchObject({ status: 'succeeded' });
    await settled(idOf(waiting));
    expect(api.effects.get('n')).toBe(1);
  });
});
