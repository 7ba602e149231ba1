import type { DeliveryView, NotificationView, PinView, WebhookView } from '@assay/contracts';
import type { Delivery, KeptWebhook, Notification } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import type { ShownPin } from '@assay/registry';

export const notificationView = (it: Notification): NotificationView => ({
  id: it.id,
  kind: it.kind,
  subject: it.subject,
  text: it.text,
  details: { ...it.details },
  createdAt: isoTime(it.createdAt),
  readAt: isoTimeOrNull(it.readAt),
});

export const webhookView = (it: KeptWebhook): WebhookView => ({
  id: it.id,
  url: it.url,
  kinds: it.kinds && [...it.kinds],
  description: it.description,
  createdAt: isoTime(it.createdAt),
  updatedAt: isoTime(it.updatedAt),
  failingSince: isoTimeOrNull(it.failingSince),
  lastError: it.lastError,
  lastDeliveredAt: isoTimeOrNull(it.lastDeliveredAt),
  pending: it.pending,
  dead: it.dead,
});

export const deliveryView = (it: Delivery): DeliveryView => ({
  id: it.id,
  kind: it.kind,
  subject: it.subject,
  state: it.state,
  attempts: it.attempts,
  nextAttemptAt: isoTimeOrNull(it.nextAttemptAt),
  lastAttemptAt: isoTimeOrNull(it.lastAttemptAt),
  lastStatus: it.lastStatus,
  lastError: it.lastError,
  createdAt: isoTime(it.createdAt),
  deliveredAt: isoTimeOrNull(it.deliveredAt),
});

export const pinView = ({ pin, newest }: ShownPin): PinView => ({
  tool: pin.tool,
  range: pin.range,
  note: pin.note,
  newest: newest && { version: newest.version, status: newest.status, sunsetAt: isoTimeOrNull(newest.sunsetAt) },
  createdAt: isoTime(pin.createdAt),
  updatedAt: isoTime(pin.updatedAt),
});
