import type { ChangeWebhook, CreatedWebhook, CreateWebhook, DeliveryView, WebhookView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Webhooks of the caller's organisation, signed by the Standard Webhooks convention. For administrators. */
export class Webhooks {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listWebhooks'> = {}, options?: RequestOptions): PagedList<WebhookView> {
    return listing(this.connection, 'listWebhooks', { query }, options);
  }

  /** Creates a webhook. The answer is the only time a generated secret is shown. */
  create(webhook: CreateWebhook, options?: RequestOptions): Promise<CreatedWebhook> {
    return this.connection.request('createWebhook', { body: webhook }, options);
  }

  show(id: string, options?: RequestOptions): Promise<WebhookView> {
    return this.connection.request('showWebhook', { path: { id } }, options);
  }

  change(id: string, change: ChangeWebhook, options?: RequestOptions): Promise<WebhookView> {
    return this.connection.request('changeWebhook', { path: { id }, body: change }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteWebhook', { path: { id } }, options);
  }

  /** Sends a ping immediately, and returns its outcome. */
  test(id: string, options?: RequestOptions): Promise<DeliveryView> {
    return this.connection.request('testWebhook', { path: { id } }, options);
  }

  /** Newest first. */
  deliveries(id: string, query: ListQuery<'listDeliveries'> = {}, options?: RequestOptions): PagedList<DeliveryView> {
    return listing(this.connection, 'listDeliveries', { path: { id }, query }, options);
  }

  /** Makes a delivery that is dead or waits due at once. */
  retry(id: string, delivery: string, options?: RequestOptions): Promise<DeliveryView> {
    return this.connection.request('retryDelivery', { path: { id, delivery } }, options);
  }
}
