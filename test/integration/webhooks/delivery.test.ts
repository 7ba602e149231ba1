import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DeliverWebhooks, type Principal } from '@assay/identity';
import type { Random } from '@assay/kernel';
import { FakeClock, InMemoryJobs, InMemoryQueue } from '@assay/kernel/testing';
import { type NoticeStores, openNoticeStores } from '@assay/persistence';
import { aNotice, anOrganisationRow, aPrincipalRow, aSecret, aWebhookRow } from '@assay/registry/testing';
import { EgressGuard, HttpWebhookSender } from '@assay/transports';
import { describe, expect, it } from '@jest/globals';
import { startReceiver } from '../../../libs/transports/src/webhooks/receiver.fixture.js';
import { sealer, random as uuids, withDatabase } from '../persistence/fixture.js';

const hourMs = 3_600_000;
/** Draws the longest pause each time. */
const longest: Random = { ...uuids, uuid: () => 'ffffffff-ffff-7fff-8fff-ffffffffffff' };

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Answer = (response: ServerResponse) => void;

interface Setting extends NoticeStores {
  readonly clock: FakeClock;
  readonly ann: Principal;
  /** Another replica on the same database. */
  replica(): Promise<{ readonly jobs: InMemoryJobs; readonly delivering: DeliverWebhooks }>;
  /** Lets time pass until all deliveries of a webhook are in this state. */
  until(webhookId: string, state: string, stepMs?: number): Promise<void>;
  /** A receiver of its own with a webhook that points to it. */
  receiver(answer: Answer): Promise<Receiver & { readonly id: string }>;
  states(webhookId: string): Promise<readonly string[]>;
}

/** Real stores, a real sender and real receivers on this machine; only time is made up. */
async function withWebhooks(run: (setting: Setting) => Promise<void>): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  await withDatabase(async ({ database, identities }) => {
    const clock = new FakeClock();
    const stores = openNoticeStores(database.pool, sealer, clock, uuids);
    const acme = anOrganisationRow('acme');
    await identities.addOrganisation(acme);
    const ann = await identities.addPrincipal(aPrincipalRow(acme.id, 'ann'));
    const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
    const sender = new HttpWebhookSender({ guard, clock, userAgent: 'assay/test' });
    closers.push(() => sender.close());
    const queue = new InMemoryQueue();
    const rowsOf = (webhookId: string) =>
      stores.webhooks.deliveries({ webhookId, state: null, after: null, limit: 100 });
    const setting: Setting = {
      ...stores,
      clock,
      ann,
      replica: async () => {
        const jobs = new InMemoryJobs(clock, queue);
        const delivering = new DeliverWebhooks({ ...stores, sender, jobs, clock, random: longest });
        closers.unshift(() => jobs.stop());
        await jobs.start();
        return { jobs, delivering };
      },
      until: async (webhookId, state, stepMs = 0) => {
        for (let step = 0; step < 100_000; step += 1) {
          if ((await setting.states(webhookId)).every((it) => it === state)) return;
          await turn();
          // Time that passes during an attempt would end it.
          if (queue.active.size === 0) clock.advance(stepMs);
        }
        throw new Error(`The deliveries never were ${state}.`);
      },
      receiver: async (answer) => {
        const started = await startReceiver(answer);
        closers.push(started.stop);
        const webhook = aWebhookRow(acme.id, clock, { url: started.url });
        await stores.webhooks.add(webhook, aSecret);
        return { ...started, id: webhook.id };
      },
      states: async (webhookId) => (await rowsOf(webhookId)).map(({ state }) => state),
    };
    try {
      await run(setting);
    } finally {
      for (const close of closers) await close();
    }
  });
}

const answering =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

const write = ({ notices, ann }: Setting, count: number) =>
  notices.write(Array.from({ length: count }, () => aNotice([ann])));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('webhooks on PostgreSQL and real HTTP', () => {
  it('arrive after failures, with one id and body, and a signature good for each attempt', () =>
    withWebhooks(async (setting) => {
      let failures = 3;
      const { id, received } = await setting.receiver((response) => {
        failures -= 1;
        response.writeHead(failures < 0 ? 204 : 500).end();
      });
      const { delivering } = await setting.replica();
      await delivering.deliver(await write(setting, 1));
      await setting.until(id, 'delivered', 1_000);
      expect(received).toHaveLength(4);
      expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
      const key = Buffer.from(aSecret.slice('whsec_'.length), 'base64');
      for (const { headers, body } of received) {
        const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
        const signature = createHmac('sha256', key).update(text).digest('base64');
        expect(headers['webhook-signature']).toBe(`v1,${signature}`);
      }
      expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    }));

  it('are dead after the eighth attempt, about two days later at the longest', () =>
    withWebhooks(async (setting) => {
      const { id, received } = await setting.receiver(answering(500));
      const { delivering } = await setting.replica();
      const began = setting.clock.now();
      await delivering.deliver(await write(setting, 1));
      await setting.until(id, 'dead', 60_000);
      expect(received).toHaveLength(8);
      expect(setting.clock.now() - began).toBeLessThanOrEqual(48 * hourMs);
      expect(await setting.webhooks.find(id)).toMatchObject({ dead: 1, lastError: 'The receiver answered 500.' });
    }));

  it('to one receiver wait for no other that is slow', () =>
    withWebhooks(async (setting) => {
      const held: ServerResponse[] = [];
      const slow = await setting.receiver((response) => void held.push(response));
      const quick = await setting.receiver(answering(200));
      const { delivering } = await setting.replica();
      await delivering.deliver(await write(setting, 10));
      await setting.until(quick.id, 'delivered');
      expect(slow.received.length).toBeLessThanOrEqual(2);
      expect(await setting.states(slow.id)).toEqual(Array(10).fill('pending'));
    }));

  it('are shared by replicas: each is sent once', () =>
    withWebhooks(async (setting) => {
      const receivers = [];
      for (let made = 0; made < 3; made += 1) receivers.push(await setting.receiver(answering(200)));
      const replicas = await Promise.all([setting.replica(), setting.replica(), setting.replica()]);
      await replicas[0]?.delivering.deliver(await write(setting, 20));
      for (const { id, received } of receivers) {
        await setting.until(id, 'delivered');
        expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
        expect(received).toHaveLength(20);
      }
    }));

  it('under way on a replica that stops are sent again by another, under the same id', () =>
    withWebhooks(async (setting) => {
      let arrived: () => void = () => undefined;
      const there = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      let answers = false;
      const { id, received } = await setting.receiver((response) => {
        if (answers) response.writeHead(200).end();
        else arrived();
      });
      const first = await setting.replica();
      await first.delivering.deliver(await write(setting, 1));
      await there;
      await first.jobs.stop();
      expect(await setting.states(id)).toEqual(['pending']);
      answers = true;
      await setting.replica();
      await setting.until(id, 'delivered', 1_000);
      expect(received).toHaveLength(2);
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    }));
});
