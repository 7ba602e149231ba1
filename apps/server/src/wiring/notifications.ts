import {
  DeliverWebhooks,
  ManageDeliveries,
  ManageWebhooks,
  type QueuedDelivery,
  ReadNotifications,
  type WebhookSender,
} from '@assay/identity';
import type { AuditLog, ChangeFeed, Clock, Jobs, Notices, Random } from '@assay/kernel';
import type { NoticeStores } from '@assay/persistence';
import { VersionCallerLog } from './version-callers.js';

export interface TellingParts {
  readonly stores: NoticeStores;
  readonly sender: WebhookSender;
  readonly jobs: Pick<Jobs, 'add' | 'work'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}

export type Telling = ReturnType<typeof buildNotifications>;

/** Telling people: notices into the application and to webhooks, and the record of whom to tell. */
export function buildNotifications({ stores, sender, jobs, audit, feed, clock, random }: TellingParts) {
  const { notifications, webhooks, deliveries, pins, consumers } = stores;
  const delivering = new DeliverWebhooks({ deliveries, sender, jobs, clock, random });
  const notices: Notices = {
    send: async (sent) => {
      await delivering.deliver(await stores.notices.write(sent));
    },
  };
  const attempt = (due: QueuedDelivery) => delivering.retry(due);
  const ports = { webhooks, deliveries, sender, attempt, audit, feed, clock, random };
  const manageWebhooks = new ManageWebhooks(ports);
  return {
    notices,
    notifications: new ReadNotifications(notifications, clock),
    webhooks: manageWebhooks,
    deliveries: new ManageDeliveries(ports, manageWebhooks),
    pins,
    consumers,
    callers: new VersionCallerLog(consumers, clock),
  };
}
