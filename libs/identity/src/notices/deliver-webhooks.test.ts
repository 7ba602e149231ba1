import { hourMs, type Random } from '@assay/kernel';
import { FakeClock, InMemoryJobs, InMemoryQueue } from '@assay/kernel/testing';
import { aNotice, aPrincipal, aSecret, aWebhookRow, inMemoryNoticeStores } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type DeliverPorts, DeliverWebhooks } from './deliver-webhooks.js';
import type { QueuedDelivery } from './delivery-store.js';
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
  const queue = new InMemoryQueue();
  const failed: string[] = [];
  const replica = async (deliveries: DeliverPorts['deliveries'] = stores.deliveries) => {
    const jobs = new InMemoryJobs(clock, queue, (name) => failed.push(name));
    const delivering = new DeliverWebhooks({ deliveries, sender: receiver, jobs, clock, random });
    await jobs.start();
    return { jobs, delivering };
  };
  for (const id of [hook, other])
    await stores.webhooks.add(aWebhookRow('org-acme', clock, { id, url: `http://${id.slice(-1)}.example/` }), aSecret);
  const write = (count = 1) => stores.notices.write(Array.from({ length: count }, () => aNotice([aPrincipal()])));
  const states = async (id = hook) =>
    (await stores.webhooks.deliveries({ webhookId: id, state: null, after: null, limit: 100 })).map((it) => it.state);
  return { clock, receiver, replica, write, states, failed, ...stores };
}

const turns = async () => {
  for (let turn = 0; turn < 2_000; turn += 1) await Promise.resolve();
};

describe('delivering webhooks', () => {
  it('sends what is due to each webhook, signed for the moment, and notes that it arrived', async () => {
    const { clock, receiver, replica, write, states, webhooks } = await setUp();
    receiver.atOnce = () => fine;
    const { delivering } = await replica();
    await delivering.deliver(await write(5));
    await turns();
    expect(receiver.sent).toHaveLength(10);
    expect(new Set(receiver.sent.map(({ id }) => id)).size).toBe(10);
    expect(receiver.sent[0]).toMatchObject({ secret: aSecret, at: clock.now() });
    expect(await states()).toEqual(Array(5).fill('delivered'));
    expect(await webhooks.find(hook)).toMatchObject({ lastDeliveredAt: clock.now(), pending: 0 });
  });

  it('tries again with the same id and body until it arrives', async () => {
    const { clock, receiver, replica, write, states } = await setUp();
    let failures = 2;
    receiver.atOnce = ({ url }) => {
      if (!url.includes('a.example')) return fine;
      failures -= 1;
      return failures < 0 ? fine : broken;
    };
    const { delivering } = await replica();
    await delivering.deliver(await write());
    await turns();
    for (const pauseMs of [30_000, 120_000]) {
      clock.advance(pauseMs - 1);
      await turns();
      expect(await states()).toEqual(['pending']);
      clock.advance(1);
      await turns();
    }
    expect(await states()).toEqual(['delivered']);
    const tries = receiver.sent.filter(({ url }) => url.includes('a.example'));
    expect(tries).toHaveLength(3);
    expect(new Set(tries.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(new Set(tries.map(({ at }) => at)).size).toBe(3);
  });

  it('gives up after eight attempts, and starts over when somebody asks for it', async () => {
    const { clock, receiver, replica, write, states, webhooks } = await setUp();
    await webhooks.remove(other);
    receiver.atOnce = () => broken;
    const { delivering } = await replica();
    const began = clock.now();
    await delivering.deliver(await write());
    for (let hours = 0; hours <= 48; hours += 1) {
      await turns();
      clock.advance(hourMs);
    }
    expect(receiver.sent).toHaveLength(8);
    expect(await states()).toEqual(['dead']);
    const lastError = 'The receiver answered 500.';
    expect(await webhooks.find(hook)).toMatchObject({ failingSince: began, lastError, dead: 1 });
    receiver.atOnce = () => fine;
    const delivery = receiver.sent[0]?.id as string;
    await webhooks.retry(hook, delivery, clock.now());
    await delivering.deliver([{ delivery, webhook: hook }]);
    await turns();
    expect(await states()).toEqual(['delivered']);
    expect(await webhooks.find(hook)).toMatchObject({ failingSince: null, lastError: null, dead: 0 });
  });

  it('is not held up by a slow receiver', async () => {
    const { receiver, replica, write, states } = await setUp();
    receiver.atOnce = ({ url }) => (url.includes('b.example') ? fine : undefined);
    const { delivering } = await replica();
    await delivering.deliver(await write(12));
    await turns();
    expect(await states(other)).toEqual(Array(12).fill('delivered'));
    expect(receiver.open).toHaveLength(2);
    await delivering.deliver(await write());
    await turns();
    expect(await states(other)).toEqual(Array(13).fill('delivered'));
    receiver.atOnce = () => fine;
    for (const answer of receiver.open) answer(fine);
    await turns();
    expect(await states()).toEqual(Array(13).fill('delivered'));
  });

  it('sends again on another replica what was cut short by a stop', async () => {
    const { clock, receiver, replica, write, states, webhooks } = await setUp();
    await webhooks.remove(other);
    const first = await replica();
    await first.delivering.deliver(await write());
    await turns();
    expect(receiver.open).toHaveLength(1);
    await first.jobs.stop();
    receiver.atOnce = () => fine;
    await replica();
    clock.advance(60_000);
    await turns();
    expect(await states()).toEqual(['delivered']);
    expect(receiver.sent).toHaveLength(2);
    expect(receiver.sent[1]?.id).toBe(receiver.sent[0]?.id);
  });

  it('finds what is due and was never queued: its process died, or an older version wrote it', async () => {
    const { clock, receiver, replica, write, states, deliveries } = await setUp();
    receiver.atOnce = () => fine;
    const [begun, waiting] = (await write()) as [QueuedDelivery, QueuedDelivery];
    await deliveries.begin(begun.delivery, clock.now());
    await replica();
    clock.advance(30_000);
    await turns();
    expect(await states(waiting.webhook)).toEqual(['delivered']);
    expect(await states(begun.webhook)).toEqual(['pending']);
    clock.advance(60_000);
    await turns();
    expect(await states(begun.webhook)).toEqual(['delivered']);
  });

  it('tries again when the database is away, and reports it', async () => {
    const { clock, receiver, replica, write, states, deliveries, failed } = await setUp();
    receiver.atOnce = () => fine;
    let away: 'begin' | 'settle' | null = 'begin';
    const unless = (part: 'begin' | 'settle') => {
      if (away === part) throw new Error('away');
    };
    const { delivering } = await replica({
      begin: async (id, at) => {
        unless('begin');
        return deliveries.begin(id, at);
      },
      settle: async (...parts) => {
        unless('settle');
        return deliveries.settle(...parts);
      },
      release: (...parts) => deliveries.release(...parts),
      overdue: (...parts) => deliveries.overdue(...parts),
    });
    await delivering.deliver(await write());
    await turns();
    away = 'settle';
    clock.advance(5_000);
    await turns();
    expect([await states(), receiver.sent.length, failed.length]).toEqual([['pending'], 2, 4]);
    away = null;
    clock.advance(120_000);
    await turns();
    expect([await states(), await states(other), receiver.sent.length]).toEqual([['delivered'], ['delivered'], 4]);
  });

  it('fails what cannot be signed, without sending it', async () => {
    const { receiver, replica, write, deliveries, webhooks } = await setUp();
    receiver.atOnce = () => fine;
    const { delivering } = await replica({
      begin: async (id, at) => {
        const begun = await deliveries.begin(id, at);
        return begun && { ...begun, secret: null };
      },
      settle: (...parts) => deliveries.settle(...parts),
      release: (...parts) => deliveries.release(...parts),
      overdue: (...parts) => deliveries.overdue(...parts),
    });
    await delivering.deliver(await write());
    await turns();
    expect(receiver.sent).toEqual([]);
    expect(await webhooks.find(hook)).toMatchObject({ lastError: expect.stringMatching(/set a new secret/) });
  });
});
