import {
  DeliverWebhooks,
  ManageDeliveries,
  ManageWebhooks,
  pruneNotices,
  ReadNotifications,
  type WebhookSender,
} from '@assay/identity';
import type { AuditLog, ChangeFeed, Clock, Jobs, Notices, Random } from '@assay/kernel';
import type { NoticeStores } from '@assay/persistence';
import { VersionCallerLog } from './version-callers.js';

/** How often what is due again is looked for; what has just become due is delivered at once. */
const deliverEveryMs = 15_000;

export interface TellingParts {
  readonly stores: NoticeStores;
  readonly sender: WebhookSender;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}

export type Telling = ReturnType<typeof buildNotifications>;

/** Telling people: notices into the application and to webhooks, and the record of whom to tell. */
export function buildNotifications({ stores, sender, jobs, audit, feed, clock, random }: TellingParts) {
  const { notifications, webhooks, deliveries, pins, consumers } = stores;
  const delivering = new DeliverWebhooks({ queue: deliveries, sender, clock, random });
  const notices: Notices = {
    send: async (sent) => {
      await stores.notices.send(sent);
      delivering.wake();
    },
  };
  jobs.add({ name: 'webhooks.deliver', everyMs: deliverEveryMs, run: () => delivering.pass() });
  jobs.add(pruneNotices([notifications, deliveries, consumers], deliveries, clock));
  const ports = { webhooks, queue: deliveries, sender, wake: delivering.wake, audit, feed, clock, random };
  const manageWebhooks = new ManageWebhooks(ports);
  return {
    notices,
    notifications: new ReadNotifications(notifications, clock),
    webhooks: manageWebhooks,
    deliveries: new ManageDeliveries(ports, manageWebhooks),
    pins,
    consumers,
    callers: new VersionCallerLog(consumers, clock),
    delivering,
  };
}
