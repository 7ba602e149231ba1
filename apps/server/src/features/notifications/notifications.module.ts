import { DeliverWebhooks, ManageDeliveries, ManageWebhooks, pruneNotices, ReadNotifications } from '@assay/identity';
import { ManagePins, VisibleConsumers } from '@assay/registry';
import { Module } from '@nestjs/common';
import { onDestroy, onShutdown } from '../../platform/lifecycle.js';
import { cataloguePorts, changePorts, memory } from '../../platform/port-sets.js';
import { CLOCK, JOBS, NOTICE_STORES, RANDOM, WEBHOOK_SENDER } from '../../platform/ports.js';
import { from, provide, recurring, useCase } from '../../platform/provide.js';
import { NoticesController } from './notices.controller.js';
import { NOTICES } from './ports.js';
import { VersionCallerLog } from './version-callers.js';
import { WebhooksController } from './webhooks.controller.js';

/** How often what is due again is looked for; what has just become due is delivered at once. */
const deliverEveryMs = 15_000;

const queue = from(NOTICE_STORES, ({ deliveries }) => deliveries);

const webhookPorts = {
  ...changePorts,
  webhooks: from(NOTICE_STORES, ({ webhooks }) => webhooks),
  queue,
  sender: WEBHOOK_SENDER,
  wake: from(DeliverWebhooks, ({ wake }) => wake),
};

const providers = [
  useCase(DeliverWebhooks, { queue, sender: WEBHOOK_SENDER, clock: CLOCK, random: RANDOM }),
  provide(NOTICES, { stores: NOTICE_STORES, delivering: DeliverWebhooks }, ({ stores, delivering }) => ({
    send: async (sent) => {
      await stores.notices.send(sent);
      delivering.wake();
    },
  })),
  recurring(
    'jobs of notifications',
    { jobs: JOBS, stores: NOTICE_STORES, delivering: DeliverWebhooks, clock: CLOCK },
    ({ stores: { notifications, deliveries, consumers }, delivering, clock }) => [
      { name: 'webhooks.deliver', everyMs: deliverEveryMs, run: () => delivering.pass() },
      pruneNotices([notifications, deliveries, consumers], deliveries, clock),
    ],
  ),
  provide(
    ReadNotifications,
    { stores: NOTICE_STORES, clock: CLOCK },
    ({ stores, clock }) => new ReadNotifications(stores.notifications, clock),
  ),
  useCase(ManageWebhooks, webhookPorts),
  provide(
    ManageDeliveries,
    { ...webhookPorts, manage: ManageWebhooks },
    ({ manage, ...ports }) => new ManageDeliveries(ports, manage),
  ),
  useCase(ManagePins, { ...cataloguePorts, pins: from(NOTICE_STORES, ({ pins }) => pins) }),
  provide(
    VisibleConsumers,
    { stores: NOTICE_STORES, ...memory },
    ({ stores, catalogue, directory }) => new VisibleConsumers(stores.consumers, catalogue, directory),
  ),
  provide(
    VersionCallerLog,
    { stores: NOTICE_STORES, clock: CLOCK },
    ({ stores, clock }) => new VersionCallerLog(stores.consumers, clock),
  ),
  onDestroy('webhook deliveries', { delivering: DeliverWebhooks }, ({ delivering }) => delivering.stop()),
  onShutdown('callers of versions', { callers: VersionCallerLog }, ({ callers }) => callers.flush()),
];

/** Notices to people, in the application and to webhooks, and the record of whom to notify. */
@Module({ controllers: [NoticesController, WebhooksController], providers, exports: providers })
export class NotificationsModule {}
