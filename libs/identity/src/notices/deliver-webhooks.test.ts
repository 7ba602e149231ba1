import { hourMs, type Random } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aNotice, aPrincipal, aSecret, aWebhookRow, inMemoryNoticeStores } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { DeliverWebhooks } from './deliver-webhooks.js';
import type { SendOutcome, WebhookMessage, WebhookSender } from './webhook-sender.js';

const [hook, other] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];
/** Draws the longest pause each time. */
const random: Random = { uuid: () => '00000000-0000-7000-8000-ffffffffffff', token: () => '' };

/** A receiver that answers when the test triggers it, or immediately with a prepared answer. */
class Receiver implements WebhookSender {
  readonly sent: WebhookMessage[] = [];
  readonly open: ((outcome: SendOutcome) => void)[] = [];
  atOnce: ((message: WebhookMessage) => SendOutcome | undefined) | undefined;

  objection = async (): Promise<null> => null;

  send(message: WebhookMessage, signal: AbortSignal): Promise<SendOutcome> {
    this.sent.push(message);
    const outcome = this.atOnce?.(message);
    if (outcome) return Promise.resolve(outcome);
    return new Promise((resolve) => {
      this.open.push(resolve);
      signal.addEventListener('abort', () => resolve({ ok: false, status: null, error: 'aborted' }));
    });
  }
}

const fine: SendOutcome = { ok: true, status: 200 };
const broken: SendOutcome = { ok: false, status: 500, error: 'The receiver answered 500.' };

async function setUp() {
  const clock = new FakeClock();
  const stores = inMemoryNoticeStores(clock);
  const receiver = new Receiver();
  const delivering = new DeliverWebhooks({ queue: stores.deliveries, sender: receiver, clock, random });
  for (const id of [hook, other])
    await stores.webhooks.add(aWebhookRow('org-acme', clock, { id, url: `http://${id.slice(-1)}.example/` }), aSecret);
  const notify = (count = 1) => stores.notices.send(Array.from({ length: count }, () => aNotice([aPrincipal()])));
  const states = async (id = hook) =>
    (await stores.webhooks.deliveries({ webhookId: id, state: null, after: null, limit: 100 })).map((it) => it.state);
  return { clock, receiver, delivering, notify, states, ...stores };
}

const turns = async () => {
  for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
};

describe('delivering webhooks', () => {
  it('sends due deliveries to each webhook with a current signature, and records the delivery', async () => {
    const { clock, receiver, delivering, notify, states, webhooks } = await setUp();
    receiver.atOnce = () => fine;
    await notify(5);
    await delivering.pass();
    expect(receiver.sent).toHaveLength(10);
    expect(new Set(receiver.sent.map(({ id }) => id)).size).toBe(10);
    expect(receiver.sent[0]).toMatchObject({ secret: aSecret, at: clock.now() });
    expect(await states()).toEqual(Array(5).fill('delivered'));
    expect(await webhooks.find(hook)).toMatchObject({ lastDeliveredAt: clock.now(), pending: 0 });
    await delivering.pass();
    expect(receiver.sent).toHaveLength(10);
  });

  it('retries with the same id and body until it arrives', async () => {
    const { clock, receiver, delivering, notify, states } = await setUp();
    await notify();
    let failures = 2;
    receiver.atOnce = ({ url }) => {
      if (!url.includes('a.example')) return fine;
      failures -= 1;
      return failures < 0 ? fine : broken;
    };
    await delivering.pass();
    for (const pauseMs of [30_000, 120_000]) {
      expect(await states()).toEqual(['pending']);
      clock.advance(pauseMs - 1);
      await delivering.pass();
      expect(await states()).toEqual(['pending']);
      clock.advance(1);
      await delivering.pass();
    }
    expect(await states()).toEqual(['delivered']);
    const tries = receiver.sent.filter(({ url }) => url.includes('a.example'));
    expect(tries).toHaveLength(3);
    expect(new Set(tries.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(new Set(tries.map(({ at }) => at)).size).toBe(3);
  });

  it('gives up after eight attempts, and starts over on request', async () => {
    const { clock, receiver, delivering, notify, states, webhooks } = await setUp();
    await webhooks.remove(other);
    receiver.atOnce = () => broken;
    await notify();
    const began = clock.now();
    for (let hours = 0; hours <= 48; hours += 1) {
      await delivering.pass();
      clock.advance(hourMs);
    }
    expect(receiver.sent).toHaveLength(8);
    expect(await states()).toEqual(['dead']);
    expect(await webhooks.find(hook)).toMatchObject({
      failingSince: began,
      lastError: 'The receiver answered 500.',
      dead: 1,
    });
    receiver.atOnce = () => fine;
    await webhooks.retry(hook, receiver.sent[0]?.id as string, clock.now());
    await delivering.pass();
    expect(await states()).toEqual(['delivered']);
    expect(await webhooks.find(hook)).toMatchObject({ failingSince: null, lastError: null, dead: 0 });
  });

  it('is not delayed by a slow receiver', async () => {
    const { receiver, delivering, notify, states } = await setUp();
    receiver.atOnce = ({ url }) => (url.includes('b.example') ? fine : undefined);
    await notify(12);
    const pass = delivering.pass();
    await turns();
    expect(await states(other)).toEqual(Array(12).fill('delivered'));
    expect(receiver.open).toHaveLength(2);
    await notify();
    delivering.wake();
    await turns();
    expect(await states(other)).toEqual(Array(13).fill('delivered'));
    receiver.atOnce = () => fine;
    for (const answer of receiver.open) answer(fine);
    await pass;
    expect(await states()).toEqual(Array(13).fill('delivered'));
  });

  it('resends a delivery whose process died, once its claim has expired', async () => {
    const { clock, receiver, delivering, notify, states, deliveries, webhooks } = await setUp();
    await webhooks.remove(other);
    await notify();
    const pass = delivering.pass();
    await turns();
    expect(receiver.open).toHaveLength(1);
    await delivering.stop();
    await pass;
    await delivering.pass();
    expect([await states(), receiver.sent.length]).toEqual([['pending'], 1]);
    const successor = new DeliverWebhooks({ queue: deliveries, sender: receiver, clock, random });
    receiver.atOnce = () => fine;
    await successor.pass();
    expect(receiver.sent).toHaveLength(1);
    clock.advance(60_000);
    await successor.pass();
    expect(await states()).toEqual(['delivered']);
    expect(receiver.sent[1]?.id).toBe(receiver.sent[0]?.id);
  });

  it('leaves due deliveries to the next pass when the database is down, and reports it', async () => {
    const { clock, receiver, notify, states, deliveries } = await setUp();
    receiver.atOnce = () => fine;
    await notify();
    let away: 'claim' | 'settle' | null = 'claim';
    const unless = (part: 'claim' | 'settle') => {
      if (away === part) throw new Error('away');
    };
    const queue = {
      claim: async (query: Parameters<typeof deliveries.claim>[0]) => {
        unless('claim');
        return deliveries.claim(query);
      },
      settle: async (...parts: Parameters<typeof deliveries.settle>) => {
        unless('settle');
        return deliveries.settle(...parts);
      },
      addClaimed: deliveries.addClaimed.bind(deliveries),
      prune: deliveries.prune.bind(deliveries),
      pruneDead: deliveries.pruneDead.bind(deliveries),
    };
    const delivering = new DeliverWebhooks({ queue, sender: receiver, clock, random });
    await expect(delivering.pass()).rejects.toThrow('away');
    away = 'settle';
    await expect(delivering.pass()).rejects.toThrow('away');
    expect([await states(), receiver.sent.length]).toEqual([['pending'], 2]);
    away = null;
    delivering.wake();
    clock.advance(60_000);
    await delivering.pass();
    expect([await states(), receiver.sent.length]).toEqual([['delivered'], 4]);
  });

  it('fails what cannot be signed, without sending it', async () => {
    const { receiver, clock, notify, deliveries, webhooks } = await setUp();
    receiver.atOnce = () => fine;
    await notify();
    const queue = {
      ...{ settle: deliveries.settle.bind(deliveries), addClaimed: deliveries.addClaimed.bind(deliveries) },
      prune: deliveries.prune.bind(deliveries),
      pruneDead: deliveries.pruneDead.bind(deliveries),
      claim: async (query: Parameters<typeof deliveries.claim>[0]) =>
        (await deliveries.claim(query)).map((it) => ({ ...it, secret: null })),
    };
    await new DeliverWebhooks({ queue, sender: receiver, clock, random }).pass();
    expect(receiver.sent).toEqual([]);
    expect(await webhooks.find(hook)).toMatchObject({ lastError: expect.stringMatching(/set a new secret/) });
  });
});
