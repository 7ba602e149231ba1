import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DeliveryState } from '@assay/contracts';
import { attemptLostAfterMs, type BegunDelivery } from '@assay/identity';
import {
  aNotice,
  aSecret,
  aWebhookRow,
  beginDue,
  type NoticeContractCase,
  type NoticeFixture,
  withDue,
  withReaders,
} from './notice-samples.js';

const well = { failingSince: null, lastError: null, lastDeliveredAt: null, pending: 0, dead: 0 };

const rowsOf = ({ webhooks }: NoticeFixture, webhookId: string, state: DeliveryState | null = null) =>
  webhooks.deliveries({ webhookId, state, after: null, limit: 100 });
const done = (at: number) => ({ at, status: 204, error: null, nextAttemptAt: null });
const failed = (at: number, nextAttemptAt: number | null) => ({ at, status: 500, error: 'It failed.', nextAttemptAt });
const only = (begun: readonly BegunDelivery[]): BegunDelivery => begun[0] as BegunDelivery;

/** What every WebhookStore and its DeliveryStore promise together with Notices. */
export const webhookStoreContract: readonly NoticeContractCase[] = [
  {
    name: 'a webhook is kept, changed member by member, listed in its organisation, and removed',
    check: async (fixture) => {
      const { webhooks, clock, acme, other } = await withReaders(fixture);
      const webhook = aWebhookRow(acme.id, clock, { kinds: ['tool.revoked'], description: 'Ours' });
      await webhooks.add(webhook, aSecret);
      deepEqual(await webhooks.find(webhook.id), { ...webhook, ...well });
      deepEqual([await webhooks.list(other.id), (await webhooks.list(acme.id)).length], [[], 1]);
      equal(await webhooks.change(webhook.id, { url: 'http://a.example/', updatedAt: 5 }), true);
      equal(await webhooks.change(webhook.id, { kinds: null, description: null, updatedAt: 7 }), true);
      const changed = { ...webhook, url: 'http://a.example/', kinds: null, description: null, updatedAt: 7 };
      deepEqual(await webhooks.find(webhook.id), { ...changed, ...well });
      deepEqual([await webhooks.remove(webhook.id), await webhooks.remove(webhook.id)], [true, false]);
      equal(await webhooks.find(webhook.id), undefined);
      equal(await webhooks.change(webhook.id, { updatedAt: 9 }), false);
    },
  },
  {
    name: 'a notice makes one delivery for each webhook of an organisation it reaches that wants its kind',
    check: async (fixture) => {
      const { webhooks, notices, clock, acme, other, ann, bob } = await withReaders(fixture);
      const [every, fitting, unfitting, foreign] = [
        aWebhookRow(acme.id, clock),
        aWebhookRow(acme.id, clock, { kinds: ['tool.revoked', 'version.deprecated'] }),
        aWebhookRow(acme.id, clock, { kinds: ['tool.revoked'] }),
        aWebhookRow(other.id, clock),
      ] as const;
      for (const webhook of [every, fitting, unfitting, foreign]) await webhooks.add(webhook, aSecret);
      const notice = aNotice([ann, bob]);
      await Promise.all([notices.send([notice]), notices.send([notice])]);
      const counts = [every, fitting, unfitting, foreign].map(async ({ id }) => (await rowsOf(fixture, id)).length);
      deepEqual(await Promise.all(counts), [1, 1, 0, 0]);
      const [delivery] = await rowsOf(fixture, every.id);
      const { subject, text, details } = notice;
      deepEqual(JSON.parse(delivery?.body ?? ''), {
        type: notice.kind,
        timestamp: new Date(clock.now()).toISOString(),
        data: { subject, text, details, principals: [ann.id, bob.id] },
      });
      deepEqual(
        [delivery?.state, delivery?.attempts, delivery?.nextAttemptAt, delivery?.kind],
        ['pending', 0, clock.now(), notice.kind],
      );
      equal((await webhooks.find(every.id))?.pending, 1);
      deepEqual(await webhooks.findDelivery(every.id, delivery?.id ?? ''), delivery);
      equal(await webhooks.findDelivery(fitting.id, delivery?.id ?? ''), undefined);
    },
  },
  {
    name: 'writing notices answers which deliveries it made, once',
    check: async (fixture) => {
      const { webhooks, notices, clock, acme, other, ann } = await withReaders(fixture);
      const [wanted, foreign] = [aWebhookRow(acme.id, clock), aWebhookRow(other.id, clock)];
      for (const webhook of [wanted, foreign]) await webhooks.add(webhook, aSecret);
      const notice = aNotice([ann]);
      const made = await notices.write([notice]);
      const [row] = await rowsOf(fixture, wanted.id);
      deepEqual(made, [{ delivery: row?.id, webhook: wanted.id }]);
      deepEqual(await notices.write([notice]), []);
      deepEqual(await notices.write([]), []);
    },
  },
  {
    name: 'an attempt begins at what is due, with address and secret as they are now',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 1);
      const secret = `whsec_${'b'.repeat(32)}`;
      await webhooks.change(webhook.id, { url: 'http://new.example/', secret, updatedAt: clock.now() });
      const [row] = await rowsOf(fixture, webhook.id);
      const begun = await deliveries.begin(row?.id as string, clock.now());
      const { id, body } = row as { id: string; body: string };
      deepEqual(begun, { id, webhookId: webhook.id, attempt: 1, url: 'http://new.example/', secret, body });
      const delivery = await webhooks.findDelivery(webhook.id, id);
      deepEqual([delivery?.attempts, delivery?.lastAttemptAt, delivery?.state], [1, clock.now(), 'pending']);
      equal(await deliveries.begin(randomUUID(), clock.now()), undefined);
    },
  },
  {
    name: 'an attempt without an outcome counts as lost after a while; then the next one counts and a late end does not',
    check: async (fixture) => {
      const { deliveries, clock, webhook } = await withDue(fixture, 1);
      const first = only(await beginDue(fixture));
      deepEqual(await beginDue(fixture), []);
      equal(await deliveries.begin(first.id, clock.now()), undefined);
      clock.advance(attemptLostAfterMs);
      const second = only(await beginDue(fixture));
      deepEqual([second.id, second.attempt], [first.id, 2]);
      equal(await deliveries.settle(first, done(clock.now())), false);
      equal((await rowsOf(fixture, webhook.id))[0]?.state, 'pending');
      equal(await deliveries.settle(second, done(clock.now())), true);
      equal(await deliveries.settle(second, failed(clock.now(), null)), false);
      equal((await rowsOf(fixture, webhook.id))[0]?.state, 'delivered');
      equal(await deliveries.begin(first.id, clock.now()), undefined);
    },
  },
  {
    name: 'an attempt that was cut short is due again',
    check: async (fixture) => {
      const { deliveries, clock } = await withDue(fixture, 1);
      const first = only(await beginDue(fixture));
      await deliveries.release(first, clock.now());
      const second = only(await beginDue(fixture));
      equal(second.attempt, 2);
      await deliveries.release(first, clock.now());
      deepEqual(await beginDue(fixture), []);
    },
  },
  {
    name: 'of two that begin one delivery at the same time one gets it',
    check: async (fixture) => {
      const { deliveries, clock, webhook } = await withDue(fixture, 1);
      const [row] = await rowsOf(fixture, webhook.id);
      const begun = await Promise.all([1, 2, 3, 4].map(() => deliveries.begin(row?.id as string, clock.now())));
      equal(begun.filter((it) => it !== undefined).length, 1);
    },
  },
  {
    name: 'what is overdue is listed, longest due first',
    check: async (fixture) => {
      const { deliveries, clock, webhook } = await withDue(fixture, 3);
      const rows = (await rowsOf(fixture, webhook.id)).toReversed();
      const listed = rows.map(({ id }) => ({ delivery: id, webhook: webhook.id }));
      deepEqual(await deliveries.overdue(clock.now(), 10), listed);
      deepEqual(await deliveries.overdue(clock.now(), 2), listed.slice(0, 2));
      deepEqual(await deliveries.overdue(rows[0]?.nextAttemptAt as number, 10), []);
    },
  },
  {
    name: 'a failure is tried again when it is due, and the webhook tells since when it fails',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 1);
      const begun = clock.now();
      await deliveries.settle(only(await beginDue(fixture)), failed(begun, begun + 30_000));
      const [row] = await rowsOf(fixture, webhook.id, 'pending');
      deepEqual([row?.nextAttemptAt, row?.lastStatus, row?.lastError], [begun + 30_000, 500, 'It failed.']);
      clock.advance(28_000);
      deepEqual([await beginDue(fixture), await deliveries.begin(row?.id as string, clock.now())], [[], undefined]);
      clock.advance(2_000);
      await deliveries.settle(only(await beginDue(fixture)), failed(clock.now(), clock.now() + 1));
      const failing = await webhooks.find(webhook.id);
      deepEqual([failing?.failingSince, failing?.lastError, failing?.pending], [begun, 'It failed.', 1]);
      clock.advance(1);
      await deliveries.settle(only(await beginDue(fixture)), done(clock.now()));
      deepEqual(await webhooks.find(webhook.id), { ...webhook, ...well, lastDeliveredAt: clock.now() });
      const [delivered] = await rowsOf(fixture, webhook.id, 'delivered');
      deepEqual(
        [delivered?.attempts, delivered?.deliveredAt, delivered?.nextAttemptAt, delivered?.lastError],
        [3, clock.now(), null, null],
      );
    },
  },
  {
    name: 'a dead delivery waits for a manual retry, and starts over then',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 1);
      const begun = only(await beginDue(fixture));
      equal(await webhooks.retry(webhook.id, begun.id, clock.now()), false);
      await deliveries.settle(begun, failed(clock.now(), null));
      clock.advance(86_400_000);
      deepEqual(await beginDue(fixture), []);
      const kept = await webhooks.find(webhook.id);
      deepEqual([kept?.dead, kept?.pending], [1, 0]);
      equal((await rowsOf(fixture, webhook.id, 'dead'))[0]?.id, begun.id);
      equal(await webhooks.retry(randomUUID(), begun.id, clock.now()), false);
      equal(await webhooks.retry(webhook.id, begun.id, clock.now()), true);
      const again = only(await beginDue(fixture));
      deepEqual([again.id, again.attempt], [begun.id, 1]);
      await deliveries.settle(again, done(clock.now()));
      equal(await webhooks.retry(webhook.id, begun.id, clock.now()), false);
    },
  },
  {
    name: 'a delivery can begin with its first attempt under way',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 1);
      const [sample] = await rowsOf(fixture, webhook.id);
      if (sample === undefined) throw new Error('There is no delivery.');
      const now = clock.now();
      const times = { nextAttemptAt: now + attemptLostAfterMs, lastAttemptAt: now, createdAt: now };
      const ping = { ...sample, ...times, id: randomUUID(), key: 'ping', kind: 'ping' as const, attempts: 1 };
      const begun = await deliveries.addBegun(ping);
      deepEqual([begun?.id, begun?.attempt, begun?.secret], [ping.id, 1, aSecret]);
      notEqual(only(await beginDue(fixture, 1)).id, ping.id);
      deepEqual(await webhooks.findDelivery(webhook.id, ping.id), ping);
      equal(await deliveries.settle(begun as BegunDelivery, done(now)), true);
      await webhooks.remove(webhook.id);
      equal(await deliveries.addBegun({ ...ping, id: randomUUID(), key: 'late' }), undefined);
    },
  },
  {
    name: 'pruning takes what was delivered long ago; removing a webhook takes its deliveries',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 3);
      for (const begun of await beginDue(fixture, 2)) await deliveries.settle(begun, done(clock.now()));
      clock.advance(1_000);
      const before = clock.now();
      await deliveries.settle(only(await beginDue(fixture)), failed(before, null));
      equal(await deliveries.prune(before), 2);
      deepEqual(
        (await rowsOf(fixture, webhook.id)).map(({ state }) => state),
        ['dead'],
      );
      await webhooks.remove(webhook.id);
      deepEqual(await rowsOf(fixture, webhook.id), []);
    },
  },
  {
    name: 'what was given up is pruned by its last attempt, and nothing that waits',
    check: async (fixture) => {
      const { deliveries, clock, webhook } = await withDue(fixture, 2);
      await deliveries.settle(only(await beginDue(fixture, 1)), failed(clock.now(), null));
      equal(await deliveries.pruneDead(clock.now()), 0);
      equal(await deliveries.pruneDead(clock.now() + 1), 1);
      deepEqual(
        (await rowsOf(fixture, webhook.id)).map(({ state }) => state),
        ['pending'],
      );
    },
  },
];
