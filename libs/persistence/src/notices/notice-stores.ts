import type { DeliveringNotices, DeliveryStore, NotificationStore, WebhookStore } from '@assay/identity';
import type { Clock, Random, Sealer } from '@assay/kernel';
import type { Consumers, PinStore, VersionCallers } from '@assay/registry';
import type pg from 'pg';
import { PostgresConsumers } from './postgres-consumers.js';
import { PostgresDeliveryStore } from './postgres-delivery-store.js';
import { PostgresNotices } from './postgres-notices.js';
import { PostgresNotificationStore } from './postgres-notification-store.js';
import { PostgresPinStore } from './postgres-pin-store.js';
import { PostgresWebhookStore } from './postgres-webhook-store.js';

/** Telling people, and knowing whom to tell. */
export interface NoticeStores {
  readonly notices: DeliveringNotices;
  readonly notifications: NotificationStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly pins: PinStore;
  readonly consumers: Consumers & VersionCallers;
}

export const openNoticeStores = (pool: pg.Pool, sealer: Sealer, clock: Clock, random: Random): NoticeStores => ({
  notices: new PostgresNotices(pool, clock, random),
  notifications: new PostgresNotificationStore(pool),
  webhooks: new PostgresWebhookStore(pool, sealer),
  deliveries: new PostgresDeliveryStore(pool, sealer),
  pins: new PostgresPinStore(pool),
  consumers: new PostgresConsumers(pool),
});
