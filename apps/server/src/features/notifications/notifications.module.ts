import {
  DeliverWebhooks,
  ManageDeliveries,
  ManageWebhooks,
  type QueuedDelivery,
  ReadNotifications,
} from '@assay/identity';
import { ManagePins, VisibleConsumers } from '@assay/registry';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { cataloguePorts, changePorts, memory } from '../../platform/port-sets.js';
import { CLOCK, JOBS, NOTICE_STORES, RANDOM, WEBHOOK_SENDER } from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { NoticesController } from './notices.controller.js';
import { NOTICES } from './ports.js';
import { VersionCallerLog } from './version-callers.js';
import { WebhooksController } from './webhooks.controller.js';

const deliveries = from(NOTICE_STORES, ({ deliveries }) => deliveries);

const webhookPorts = {
  ...changePorts,
  webhooks: from(NOTICE_STORES, ({ webhooks }) => webhooks),
  deliveries,
  sender: WEBHOOK_SENDER,
  attempt: from(DeliverWebhooks, (delivering) => (due: QueuedDelivery) => delivering.retry(due)),
};

const providers = [
  useCase(DeliverWebhooks, { deliveries, jobs: JOBS, sender: WEBHOOK_SENDER, clock: CLOCK, random: RANDOM }),
  provide(NOTICES, { stores: NOTICE_STORES, delivering: DeliverWebhooks }, ({ stores, delivering }) => ({
    send: async (sent) => {
      await delivering.deliver(await stores.notices.write(sent));
    },
  })),
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
  onShutdown('callers of versions', { callers: VersionCallerLog }, ({ callers }) => callers.flush()),
];

/** Notices to people, in the application and to webhooks, and the record of whom to notify. */
@Module({ controllers: [NoticesController, WebhooksController], providers, exports: providers })
export class NotificationsModule {}
