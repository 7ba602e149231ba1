import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DeliveryState } from '@assay/contracts';
import type { ClaimedDelivery } from '@assay/identity';
import {
  aNotice,
  aSecret,
  aWebhookRow,
  claimOf,
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
const only = (claimed: readonly ClaimedDelivery[]): ClaimedDelivery => claimed[0] as ClaimedDelivery;

/** What every WebhookStore and its DeliveryQueue promise together with Notices. */
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
    name: 'a claim takes what is due, longest due first, with address and secret as they are now',
    check: async (fixture) => {
      const { webhooks, clock, webhook } = await withDue(fixture, 3);
      const secret = `whsec_${'b'.repeat(32)}`;
      await webhooks.change(webhook.id, { url: 'http://new.example/', secret, updatedAt: clock.now() });
      const claimed = await claimOf(fixture, 2);
      deepEqual(
        claimed.map(({ attempt, url, secret: opened }) => ({ attempt, url, opened })),
        [1, 1].map((attempt) => ({ attempt, url: 'http://new.example/', opened: secret })),
      );
      const subjects = claimed.map(({ body }) => JSON.parse(body).data.subject as string);
      deepEqual(subjects.toSorted(), ['acme/tool-0', 'acme/tool-1']);
      const delivery = await webhooks.findDelivery(webhook.id, only(claimed).id);
      deepEqual([delivery?.attempts, delivery?.lastAttemptAt, delivery?.state], [1, clock.now(), 'pending']);
    },
  },
  {
    name: 'what is claimed is nobody else’s until the claim runs out; then the next attempt counts and a late end does not',
    check: async (fixture) => {
      const { deliveries, clock, webhook } = await withDue(fixture, 1);
      const first = only(await claimOf(fixture));
      deepEqual(await claimOf(fixture), []);
      clock.advance(60_000);
      const second = only(await claimOf(fixture));
      deepEqual([second.id, second.attempt], [first.id, 2]);
      equal(await deliveries.settle(first, done(clock.now())), false);
      equal((await rowsOf(fixture, webhook.id))[0]?.state, 'pending');
      equal(await deliveries.settle(second, done(clock.now())), true);
      equal(await deliveries.settle(second, failed(clock.now(), null)), false);
      equal((await rowsOf(fixture, webhook.id))[0]?.state, 'delivered');
    },
  },
  {
    name: 'of those who claim at once nobody gets what another got',
    check: async (fixture) => {
      const { clock } = await withDue(fixture, 12);
      clock.advance(1);
      const claims = (await Promise.all([1, 2, 3, 4].map(() => claimOf(fixture, 3, 100)))).flat();
      equal(new Set(claims.map(({ id }) => id)).size, claims.length);
      const rest = await claimOf(fixture, 100, 100);
      equal(new Set([...claims, ...rest].map(({ id }) => id)).size, 12);
    },
  },
  {
    name: 'a webhook has no more than its share under way, and others are not held up',
    check: async (fixture) => {
      const { webhooks, notices, clock, acme, ann, webhook } = await withDue(fixture, 5);
      const other = aWebhookRow(acme.id, clock);
      await webhooks.add(other, aSecret);
      await notices.send([aNotice([ann])]);
      const claimed = await claimOf(fixture, 8, 2);
      const of = (id: string) => claimed.filter(({ webhookId }) => webhookId === id).length;
      deepEqual([of(webhook.id), of(other.id)], [2, 1]);
      deepEqual(await claimOf(fixture, 8, 2), []);
      equal((await claimOf(fixture, 8, 3)).length, 1);
    },
  },
  {
    name: 'a failure is tried again when it is due, and the webhook tells since when it fails',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 1);
      const begun = clock.now();
      await deliveries.settle(only(await claimOf(fixture)), failed(begun, begun + 30_000));
      const [row] = await rowsOf(fixture, webhook.id, 'pending');
      deepEqual([row?.nextAttemptAt, row?.lastStatus, row?.lastError], [begun + 30_000, 500, 'It failed.']);
      clock.advance(29_999);
      deepEqual(await claimOf(fixture), []);
      clock.advance(1);
      await deliveries.settle(only(await claimOf(fixture)), failed(clock.now(), clock.now() + 1));
      const failing = await webhooks.find(webhook.id);
      deepEqual([failing?.failingSince, failing?.lastError, failing?.pending], [begun, 'It failed.', 1]);
      clock.advance(1);
      await deliveries.settle(only(await claimOf(fixture)), done(clock.now()));
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
      const claimed = only(await claimOf(fixture));
      equal(await webhooks.retry(webhook.id, claimed.id, clock.now()), false);
      await deliveries.settle(claimed, failed(clock.now(), null));
      clock.advance(86_400_000);
      deepEqual(await claimOf(fixture), []);
      const kept = await webhooks.find(webhook.id);
      deepEqual([kept?.dead, kept?.pending], [1, 0]);
      equal((await rowsOf(fixture, webhook.id, 'dead'))[0]?.id, claimed.id);
      equal(await webhooks.retry(randomUUID(), claimed.id, clock.now()), false);
      equal(await webhooks.retry(webhook.id, claimed.id, clock.now()), true);
      const again = only(await claimOf(fixture));
      deepEqual([again.id, again.attempt], [claimed.id, 1]);
      await deliveries.settle(again, done(clock.now()));
      equal(await webhooks.retry(webhook.id, claimed.id, clock.now()), false);
    },
  },
  {
    name: 'a delivery can begin with its first attempt under way',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 1);
      const [sample] = await rowsOf(fixture, webhook.id);
      if (sample === undefined) throw new Error('There is no delivery.');
      const now = clock.now();
      const times = { nextAttemptAt: now, lastAttemptAt: now, createdAt: now };
      const ping = { ...sample, ...times, id: randomUUID(), key: 'ping', kind: 'ping' as const, attempts: 1 };
      const claimed = await deliveries.addClaimed(ping, now + 1_000);
      deepEqual([claimed?.id, claimed?.attempt, claimed?.secret], [ping.id, 1, aSecret]);
      notEqual(only(await claimOf(fixture, 1)).id, ping.id);
      deepEqual(await webhooks.findDelivery(webhook.id, ping.id), ping);
      equal(await deliveries.settle(claimed as ClaimedDelivery, done(now)), true);
      await webhooks.remove(webhook.id);
      equal(await deliveries.addClaimed({ ...ping, id: randomUUID(), key: 'late' }, now), undefined);
    },
  },
  {
    name: 'pruning takes what was delivered long ago; removing a webhook takes its deliveries',
    check: async (fixture) => {
      const { deliveries, webhooks, clock, webhook } = await withDue(fixture, 3);
      for (const claimed of await claimOf(fixture, 2)) await deliveries.settle(claimed, done(clock.now()));
      clock.advance(1_000);
      const before = clock.now();
      await deliveries.settle(only(await claimOf(fixture)), failed(before, null));
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
      await deliveries.settle(only(await claimOf(fixture, 1)), failed(clock.now(), null));
      equal(await deliveries.pruneDead(clock.now()), 0);
      equal(await deliveries.pruneDead(clock.now() + 1), 1);
      deepEqual(
        (await rowsOf(fixture, webhook.id)).map(({ state }) => state),
        ['pending'],
      );
    },
  },
];
