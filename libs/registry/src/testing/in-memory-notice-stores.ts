import { randomUUID } from 'node:crypto';
import { type DeliveringNotices, noticeBody, type QueuedDelivery } from '@assay/identity';
import { InMemoryNotificationStore, InMemoryWebhookStore } from '@assay/identity/testing';
import type { Clock, Notice } from '@assay/kernel';
import type { ToolVersion } from '../records.js';
import { InMemoryConsumers, InMemoryPinStore } from './in-memory-consumers.js';

/** Notices that reach the other stores, without a database. */
class StoredNotices implements DeliveringNotices {
  constructor(
    private readonly notifications: InMemoryNotificationStore,
    private readonly webhooks: InMemoryWebhookStore,
    private readonly clock: Clock,
  ) {}

  async send(notices: readonly Notice[]): Promise<void> {
    await this.write(notices);
  }

  async write(notices: readonly Notice[]): Promise<readonly QueuedDelivery[]> {
    const due: QueuedDelivery[] = [];
    for (const notice of notices) {
      this.#notify(notice);
      for (const organisationId of new Set(notice.to.map((it) => it.organisationId)))
        due.push(...(await this.#deliver(notice, organisationId)));
    }
    return due;
  }

  #notify({ key, kind, subject, text, details, to }: Notice): void {
    const createdAt = this.clock.now();
    for (const recipient of to)
      this.notifications.tell(key, {
        id: randomUUID(),
        ...recipient,
        kind,
        subject,
        text: text.replaceAll('\0', '\ufffd'),
        details,
        createdAt,
        readAt: null,
      });
  }

  async #deliver(notice: Notice, organisationId: string): Promise<QueuedDelivery[]> {
    const due: QueuedDelivery[] = [];
    const { key, kind, subject, to } = notice;
    const createdAt = this.clock.now();
    const own = new Map(to.filter((it) => it.organisationId === organisationId).map((it) => [it.principalId, it]));
    for (const { id: webhookId, kinds } of await this.webhooks.list(organisationId)) {
      if (kinds !== null && !kinds.includes(kind)) continue;
      const id = randomUUID();
      const isNew = this.webhooks.put({
        id,
        organisationId,
        webhookId,
        key,
        kind,
        subject,
        body: noticeBody(notice, [...own.values()], createdAt),
        state: 'pending',
        attempts: 0,
        nextAttemptAt: createdAt,
        lastAttemptAt: null,
        lastStatus: null,
        lastError: null,
        createdAt,
        deliveredAt: null,
      });
      if (isNew) due.push({ delivery: id, webhook: webhookId });
    }
    return due;
  }
}

/** Notices and their recipients, without a database. `versions`: those that can be called and pinned. */
export function inMemoryNoticeStores(clock: Clock, versions: () => Iterable<ToolVersion> = () => []) {
  const notifications = new InMemoryNotificationStore();
  const webhooks = new InMemoryWebhookStore();
  const pins = new InMemoryPinStore(versions);
  return {
    notices: new StoredNotices(notifications, webhooks, clock),
    notifications,
    webhooks,
    deliveries: webhooks,
    pins,
    consumers: new InMemoryConsumers(versions, pins),
  };
}
