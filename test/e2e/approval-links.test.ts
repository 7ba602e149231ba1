import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  ApprovalDetail,
  ApprovalView,
  AuditRecordView,
  Delegates,
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

interface Message {
  readonly type: string;
  readonly data: {
    readonly details: { readonly approval: string };
    readonly principals: readonly string[];
    readonly links?: Readonly<Record<string, string>>;
  };
}

interface Person {
  readonly id: string;
  readonly browser: Browser;
}

const password = 'a long enough password';
const api = new CountingApi();
const messages: Message[] = [];
let house: House;
let receiver: Server;
let agent: Client;
let ann: Person;
let ben: Person;

async function signedIn(name: string, roles: readonly string[]): Promise<Person> {
  const { body } = await house.admin.post<IssuedLink>('/v1/accounts', { name, roles });
  const browser = new Browser(atLocalhost(house.url));
  await browser.post(`/v1/sign-in/links/${body.link.split('/').at(-1)}/password`, { password });
  await browser.session();
  return { id: body.account.id, browser };
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
  const parts = {
    inputSchema,
    endpoint: { url: `${await api.start()}/plain` },
    annotations: { destructiveHint: true },
  };
  await house.admin.post('/v1/tools', httpManifest('acme/wipe', parts));
  await house.admin.post('/v1/endorsements', { tool: 'acme/wipe', organisation: 'default' });
  ann = await signedIn('ann', ['reviewer']);
  ben = await signedIn('ben', ['reviewer']);
  agent = await house.as('carl');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/chat`;
  await house.admin.post('/v1/webhooks', { url, kinds: ['approval.opened', 'approval.delegated'] });
});
afterAll(async () => {
  await house.stop();
  receiver.closeAllConnections();
  receiver.close();
  api.stop();
});

const call = async (line: string): Promise<string> => {
  const { body } = await agent.post<Envelope>('/v1/invocations', { tool: 'acme/wipe', input: { line } });
  return body.approval?.id as string;
};
const messageOf = (id: string, type: string) =>
  eventually(
    async () => messages.find((it) => it.type === type && it.data.details.approval === id),
    `the message ${type} of ${id}`,
  );
const shown = async (id: string) => (await house.admin.get<ApprovalDetail>(`/v1/approvals/${id}`)).body;
const tokenOf = (link: string | undefined): string => link?.split('/').at(-1) ?? '';
const open = ({ browser }: Person, token: string) =>
  browser.post<ApprovalView & Refusal>('/v1/approvals/links', { token });

describe('the link of a message about an approval', () => {
  it('leads its recipient to the page once, decides nothing, and is no use to others', async () => {
    const id = await call('linked');
    const { links = {}, principals } = (await messageOf(id, 'approval.opened')).data;
    expect(Object.keys(links).toSorted()).toEqual(expect.arrayContaining([ann.id, ben.id].toSorted()));
    expect(principals).toEqual(expect.arrayContaining(Object.keys(links)));
    expect(links[ann.id]?.startsWith(`${atLocalhost(house.url)}/approvals/links/`)).toBe(true);
    const token = tokenOf(links[ann.id]);
    // Chat programs and scanners of mail fetch links by themselves.
    for (const path of [`/approvals/links/${token}`, `/v1/approvals/links/${token}`])
      await fetch(`${house.url}${path}`, { headers: { accept: 'text/html' } });
    expect(await open(ben, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const anonymous = new Browser(atLocalhost(house.url));
    expect((await open({ id: '', browser: anonymous }, token)).status).toBe(401);
    expect(await house.admin.post('/v1/approvals/links', { token })).toMatchObject({
      ...{ status: 403, body: { code: 'session_required' } },
    });
    expect(await open(ann, token)).toMatchObject({ status: 200, body: { id, status: 'pending', decisions: [] } });
    expect(await open(ann, token)).toMatchObject({
      ...{ status: 409, body: { code: 'conflict', detail: expect.stringContaining(`/approvals/${id}`) } },
    });
    expect(await open(ann, `${token}x`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await open(ann, '')).status).toBe(422);
    expect(await shown(id)).toMatchObject({ status: 'pending', decisions: [] });
    expect(api.effects.get('linked')).toBeUndefined();
    const { body } = await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?action=approval.open-link');
    expect(body.items.map(({ details }) => details.approval)).toEqual([id]);
    const notices = await ann.browser.get<{ items: NotificationView[] }>('/v1/notifications');
    expect(JSON.stringify(notices.body)).not.toContain('/approvals/links/');
  });

  it('is refused with another time of issue: it cannot be made to last longer', async () => {
    const id = await call('late');
    const { links = {} } = (await messageOf(id, 'approval.opened')).data;
    const [approval, person, issued, signature] = tokenOf(links[ann.id]).split('.');
    const later = (Number.parseInt(issued ?? '', 36) + 86_400_000).toString(36);
    expect((await open(ann, [approval, person, later, signature].join('.'))).status).toBe(404);
    expect((await open(ann, tokenOf(links[ann.id]))).status).toBe(200);
  });
});

describe('a delegated approval', () => {
  it('is the delegate’s to decide, until it is taken back', async () => {
    const id = await call('delegated');
    const path = `/v1/approvals/${id}/delegation`;
    const chosen = await ann.browser.get<Delegates>(`/v1/approvals/${id}/delegates`);
    expect(chosen.body.items.map(({ name }) => name)).toContain('ben');
    const delegated = await ann.browser.put<ApprovalView>(path, { to: 'ben', reason: 'on holiday' });
    expect(delegated).toMatchObject({
      ...{ status: 200, body: { status: 'pending', delegations: [{ by: 'ann', to: 'ben', reason: 'on holiday' }] } },
    });
    const approve = { decision: 'approve' };
    expect(await ann.browser.post(`/v1/approvals/${id}/decision`, approve)).toMatchObject({
      ...{ status: 403, body: { detail: expect.stringMatching(/delegated/) } },
    });
    const { data } = await messageOf(id, 'approval.delegated');
    expect([data.principals, Object.keys(data.links ?? {})]).toEqual([[ben.id], [ben.id]]);
    expect(await open(ben, tokenOf(data.links?.[ben.id]))).toMatchObject({ status: 200, body: { id } });
    expect(await ben.browser.put(path, { to: 'ann' })).toMatchObject({ status: 409 });
    expect((await ann.browser.delete<ApprovalView>(path)).body.delegations).toEqual([]);
    expect((await ann.browser.delete<Refusal>(path)).body.code).toBe('conflict');
    await ann.browser.put(path, { to: 'ben' });
    const decided = await ben.browser.post<ApprovalView>(`/v1/approvals/${id}/decision`, approve);
    expect(decided.body).toMatchObject({ status: 'approved', decisions: [{ by: 'ben' }] });
    await eventually(async () => (await shown(id)).outcome ?? undefined, 'the call to be made');
    expect(api.effects.get('delegated')).toBe(1);
    expect(await ann.browser.put(path, { to: 'ben' })).toMatchObject({ status: 409 });
    const { body } = await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?limit=200');
    const actions = body.items.filter(({ details }) => details.approval === id).map(({ action }) => action);
    expect(actions.toReversed()).toEqual([
      'tool.call',
      ...['approval.delegate', 'approval.open-link', 'approval.take-back', 'approval.delegate', 'approval.approve'],
    ]);
  });

  it('goes to users who may decide on it alone, by users who may', async () => {
    const id = await call('refused');
    const path = `/v1/approvals/${id}/delegation`;
    await signedIn('rita', ['caller']);
    await house.as('bot', { scopes: ['approvals:decide'] });
    const refused = async (to: string, by = ann.browser) => (await by.put<Refusal>(path, { to })).status;
    expect([await refused('rita'), await refused('bot'), await refused('nobody'), await refused('ann')]).toEqual([
      ...[403, 403, 404, 409],
    ]);
    expect((await ann.browser.put(path, { to: 'ben', days: 3 })).status).toBe(422);
    expect((await agent.put(path, { to: 'ben' })).status).toBe(403);
    expect((await shown(id)).delegations).toEqual([]);
  });
});
