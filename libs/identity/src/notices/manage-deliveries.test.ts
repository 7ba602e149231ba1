import { SmallHouse } from '@assay/gateway/testing';
import { ManualJobs } from '@assay/kernel/testing';
import { aCaller, aNotice, aPrincipal, aSecret, aWebhookRow, inMemoryNoticeStores } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { DeliverWebhooks } from './deliver-webhooks.js';
import type { QueuedDelivery } from './delivery-store.js';
import { ManageDeliveries } from './manage-deliveries.js';
import { ManageWebhooks } from './manage-webhooks.js';
import type { WebhookSender } from './webhook-sender.js';

const administrator = aCaller({}, ['admin']);

async function setUp() {
  const { clock, random, audit, feed } = await SmallHouse.open();
  const { webhooks, notices, deliveries } = inMemoryNoticeStores(clock);
  const sent: string[] = [];
  const sender: WebhookSender & { answer: number } = {
    answer: 200,
    objection: async () => null,
    send: async ({ url, secret }) => {
      sent.push(`${url} ${secret}`);
      const { answer: status } = sender;
      return status < 300 ? { ok: true, status } : { ok: false, status, error: `The receiver answered ${status}.` };
    },
  };
  const jobs = new ManualJobs();
  const delivering = new DeliverWebhooks({ deliveries, sender, jobs, clock, random });
  const attempt = (due: QueuedDelivery) => delivering.retry(due);
  const ports = { webhooks, deliveries, sender, attempt, audit, feed, clock, random };
  const manage = new ManageDeliveries(ports, new ManageWebhooks(ports));
  const webhook = aWebhookRow('org-acme', clock, { id: random.uuid() });
  await webhooks.add(webhook, aSecret);
  return { webhooks, notices, webhook, manage, sender, sent, delivering, jobs };
}

describe('a test of a webhook', () => {
  it('sends a ping immediately and returns its outcome', async () => {
    const { manage, webhook, sent } = await setUp();
    expect(await manage.test(administrator, webhook.id)).toMatchObject({
      ok: true,
      value: { kind: 'ping', state: 'delivered', attempts: 1, lastStatus: 200 },
    });
    expect(sent).toEqual([`${webhook.url} ${aSecret}`]);
  });

  it('is not repeated when it fails', async () => {
    const { manage, webhook, webhooks, sender, jobs, sent } = await setUp();
    sender.answer = 404;
    expect(await manage.test(administrator, webhook.id)).toMatchObject({
      value: { state: 'dead', lastStatus: 404, lastError: 'The receiver answered 404.' },
    });
    await jobs.run('webhooks.sweep');
    await jobs.runQueued();
    expect(sent).toHaveLength(1);
    expect(await webhooks.find(webhook.id)).toMatchObject({ lastError: 'The receiver answered 404.', dead: 1 });
  });
});

describe('a delivery', () => {
  it('that is dead is listed and retried by hand; one that arrived is not', async () => {
    const { manage, webhook, sender, notices, jobs, delivering } = await setUp();
    sender.answer = 500;
    await delivering.deliver(await notices.write([aNotice([aPrincipal()])]));
    await manage.test(administrator, webhook.id);
    const page = { state: 'dead' as const, after: null, limit: 10 };
    const dead = await manage.list(administrator, webhook.id, page);
    const id = dead.ok ? (dead.value[0]?.id as string) : '';
    sender.answer = 200;
    expect(await manage.retry(administrator, webhook.id, id)).toMatchObject({
      ok: true,
      value: { id, state: 'pending', attempts: 0 },
    });
    expect(jobs.queued.map(({ piece }) => piece.key)).toContain(id);
    sender.answer = 200;
    await jobs.runQueued();
    expect(await manage.retry(administrator, webhook.id, id)).toMatchObject({ error: { code: 'conflict' } });
    expect(await manage.retry(administrator, webhook.id, 'none')).toMatchObject({ error: { code: 'not_found' } });
    const all = await manage.list(administrator, webhook.id, { ...page, state: null });
    expect(all.ok && all.value.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
});

it('is its own organisation’s administrators’ to see, test and retry', async () => {
  const { manage, webhook, sent } = await setUp();
  const stranger = aCaller({ id: 'p', organisationId: 'org-other' }, ['admin']);
  for (const [caller, code] of [
    [stranger, 'not_found'],
    [aCaller(), 'forbidden'],
  ] as const) {
    const refused = { ok: false, error: { code } };
    expect(await manage.test(caller, webhook.id)).toMatchObject(refused);
    expect(await manage.retry(caller, webhook.id, webhook.id)).toMatchObject(refused);
    expect(await manage.list(caller, webhook.id, { state: null, after: null, limit: 1 })).toMatchObject(refused);
  }
  expect(sent).toEqual([]);
});
