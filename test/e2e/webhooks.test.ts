import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedWebhook, DeliveryView, NoticeKind, Problem, WebhookView } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { NOTICES } from '@assay/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, everyRow } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let house: House;
let receiver: Server;
let received: Received[];
/** What the receiver answers. */
let status = 204;
let url: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(status, status === 302 ? { location: url } : {}).end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?for=assay`;
  house = await startHouse();
  await house.admin.post('/v1/organisations', { name: 'rival' });
});
afterAll(async () => {
  await house.stop();
  receiver.close();
});
beforeEach(() => {
  received = [];
  status = 204;
});
afterEach(async () => {
  for (const { id } of await everyRow<WebhookView>(house.admin, '/v1/webhooks'))
    await house.admin.delete(`/v1/webhooks/${id}`);
});

const create = async (parts: object = {}, client: Client = house.admin) =>
  (await client.post<CreatedWebhook>('/v1/webhooks', { url, ...parts })).body;

/** Tells a principal of `default` something, as a use case would. */
async function notify(parts: { kind?: NoticeKind; key?: string } = {}): Promise<void> {
  const notices = house.application.get(NOTICES);
  const directory = house.application.get(Directory);
  const root = [...directory.keys()][0];
  if (root === undefined) throw new Error('There is no key.');
  await notices.send([
    {
      key: `key ${Math.random()}`,
      kind: 'version.deprecated',
      subject: 'acme/orders@1.0.0',
      text: 'acme/orders@1.0.0 is deprecated.',
      details: { successor: '2.0.0' },
      to: [{ organisationId: root.organisationId, principalId: root.principalId }],
      ...parts,
    },
  ]);
}

/** As a receiver checks it, from nothing but the convention. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** The delivery of a webhook once it is in that state, and an attempt at it has ended. */
const settled = (id: string, state: DeliveryView['state']) =>
  eventually(async () => {
    const { body } = await house.admin.get<{ items: DeliveryView[] }>(`/v1/webhooks/${id}/deliveries?state=${state}`);
    return body.items.find(({ lastStatus }) => lastStatus !== null);
  }, `a delivery is ${state}`);

describe('a webhook', () => {
  it("receives its organisation's notices immediately, signed with the secret that was shown once", async () => {
    const { id, secret } = await create({ description: 'Ours' });
    await notify();
    const delivered = await settled(id, 'delivered');
    expect(delivered).toMatchObject({ kind: 'version.deprecated', attempts: 1, lastStatus: 204, lastError: null });
    const [message] = received as [Received];
    expect(isSigned(message, secret as string)).toBe(true);
    expect(isSigned({ ...message, body: `${message.body} ` }, secret as string)).toBe(false);
    expect(message.headers).toMatchObject({ 'webhook-id': delivered.id, 'content-type': 'application/json' });
    expect(Math.abs(Date.now() / 1_000 - Number(message.headers['webhook-timestamp']))).toBeLessThan(60);
    expect(JSON.parse(message.body)).toMatchObject({
      type: 'version.deprecated',
      data: { subject: 'acme/orders@1.0.0', details: { successor: '2.0.0' } },
    });
    const shown = (await house.admin.get<WebhookView>(`/v1/webhooks/${id}`)).body;
    expect(shown).toMatchObject({ url, kinds: null, failingSince: null, pending: 0, dead: 0 });
    expect(shown.lastDeliveredAt).not.toBeNull();
    expect(shown).not.toHaveProperty('secret');
  });

  it('keeps its secret sealed, out of the log and of the audit log', async () => {
    const { id, secret } = await create();
    const [row] = await house.sql('SELECT * FROM webhooks WHERE id = $1', [id]);
    const bare = (secret as string).slice('whsec_'.length);
    for (const place of [JSON.stringify(row), house.logs(), JSON.stringify(await everyRow(house.admin, '/v1/audit'))])
      expect(place.includes(bare)).toBe(false);
  });

  it('gets the kinds it asked for only, and a key once', async () => {
    const { id } = await create({ kinds: ['tool.revoked'] });
    await notify();
    await notify({ kind: 'tool.revoked', key: 'once' });
    await notify({ kind: 'tool.revoked', key: 'once' });
    await settled(id, 'delivered');
    const all = await everyRow<DeliveryView>(house.admin, `/v1/webhooks/${id}/deliveries`);
    expect(all.map(({ kind }) => kind)).toEqual(['tool.revoked']);
  });

  it('that fails says since when and why, and what failed can be retried by hand', async () => {
    const { id } = await create();
    status = 500;
    await notify();
    const failing = await eventually(async () => {
      const { body } = await house.admin.get<WebhookView>(`/v1/webhooks/${id}`);
      return body.failingSince === null ? undefined : body;
    }, 'the webhook is failing');
    expect(failing).toMatchObject({ lastError: 'The receiver answered 500.', pending: 1, dead: 0 });
    const waiting = await settled(id, 'pending');
    expect(Date.parse(waiting.nextAttemptAt as string)).toBeGreaterThan(Date.parse(waiting.lastAttemptAt as string));
    status = 200;
    const retry = `/v1/webhooks/${id}/deliveries/${waiting.id}/retry`;
    expect(await house.admin.post(retry, {})).toMatchObject({ status: 202, body: { state: 'pending', attempts: 0 } });
    expect(await settled(id, 'delivered')).toMatchObject({ id: waiting.id });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(await house.admin.get(`/v1/webhooks/${id}`)).toMatchObject({
      body: { failingSince: null, lastError: null },
    });
    expect(await house.admin.post(retry, {})).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('is tested with a ping, which is not repeated when it fails', async () => {
    const { id, secret } = await create();
    const test = () => house.admin.post<DeliveryView>(`/v1/webhooks/${id}/test`, {});
    expect(await test()).toMatchObject({ status: 200, body: { kind: 'ping', state: 'delivered', lastStatus: 204 } });
    expect(isSigned(received[0] as Received, secret as string)).toBe(true);
    status = 302;
    expect((await test()).body).toMatchObject({
      state: 'dead',
      lastStatus: 302,
      lastError: expect.stringMatching(/redirects \(302\), which is not followed/),
    });
    expect(received).toHaveLength(2);
  });

  it('is changed, and what waits goes to where it points now, with the secret it has now', async () => {
    const { id } = await create({ url: url.replace('/hook', '/old') });
    status = 503;
    await notify();
    const waiting = await settled(id, 'pending');
    const secret = `whsec_${Buffer.from('another key of thirty-two bytes!').toString('base64')}`;
    expect(await house.admin.patch(`/v1/webhooks/${id}`, { url, secret, kinds: ['tool.revoked'] })).toMatchObject({
      status: 200,
      body: { url, kinds: ['tool.revoked'] },
    });
    status = 204;
    await house.admin.post(`/v1/webhooks/${id}/deliveries/${waiting.id}/retry`, {});
    await settled(id, 'delivered');
    expect(isSigned(received.at(-1) as Received, secret)).toBe(true);
  });

  it('belongs to its organisation, and to administrators with a key that is not narrowed', async () => {
    const { id } = await create();
    const rival = await house.as('rex', { role: 'administrator', organisation: 'rival' });
    expect(await rival.get('/v1/webhooks')).toMatchObject({ body: { items: [] } });
    for (const path of [`/v1/webhooks/${id}`, `/v1/webhooks/${id}/deliveries`])
      expect(await rival.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await rival.delete(`/v1/webhooks/${id}`)).status).toBe(404);
    const theirs = await create({}, rival);
    await notify();
    await settled(id, 'delivered');
    expect(await everyRow(rival, `/v1/webhooks/${theirs.id}/deliveries`)).toEqual([]);
    const narrowed = await house.as('nina', { role: 'administrator', namespaces: ['acme'] });
    expect(await narrowed.get('/v1/webhooks')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const publisher = await house.as('paul', { role: 'publisher' });
    expect((await publisher.get('/v1/webhooks')).status).toBe(403);
  });

  it.each([
    [{ url: 'no address' }, '/url'],
    [{ url: 'ftp://a.example/' }, '/url'],
    [{ url: 'https://a.example/\u0000' }, '/url'],
    [{ url: 'https://user:secret@a.example/' }, '/url'],
    [{ kinds: [] }, '/kinds'],
    [{ kinds: ['odd'] }, '/kinds/0'],
    [{ secret: 'short' }, '/secret'],
    [{ secret: 'whsec_c2hvcnQ=' }, '/secret'],
    [{ description: 'a\u0000b' }, '/description'],
    [{ colour: 'red' }, '/colour'],
  ])('is refused from %j', async (parts, path) => {
    const answer = await house.admin.post<Problem>('/v1/webhooks', { url, ...parts });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path }] } });
    expect((await house.admin.get<{ items: unknown[] }>('/v1/webhooks')).body.items).toEqual([]);
  });

  it('is gone with its deliveries once it is removed', async () => {
    const { id } = await create();
    await notify();
    await settled(id, 'delivered');
    expect((await house.admin.delete(`/v1/webhooks/${id}`)).status).toBe(204);
    expect(await house.admin.get(`/v1/webhooks/${id}`)).toMatchObject({ status: 404 });
    expect(await house.sql('SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1', [id])).toEqual([]);
    expect((await house.admin.get('/v1/webhooks/nonsense')).status).toBe(404);
  });
});

describe('after a stop', () => {
  it('what was due is delivered by the next start', async () => {
    const { id } = await create();
    status = 500;
    await notify();
    await settled(id, 'pending');
    await house.sql('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1', [id]);
    await house.sql(`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`);
    status = 204;
    await house.restart();
    expect(await settled(id, 'delivered')).toMatchObject({ lastStatus: 204 });
  });
});

describe('a server that others can reach', () => {
  it('makes no webhook to a private address, nor to this machine', async () => {
    const open = await startHouse({ HOST: '0.0.0.0' });
    try {
      for (const address of [url, 'http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest'])
        expect(await open.admin.post('/v1/webhooks', { url: address })).toMatchObject({
          status: 403,
          body: { code: 'address_forbidden', detail: expect.stringMatching(/ASSAY_EGRESS_ALLOW/) },
        });
      expect((await open.admin.get<{ items: unknown[] }>('/v1/webhooks')).body.items).toEqual([]);
    } finally {
      await open.stop();
    }
  });
});
