import type {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  DeliveryState,
  DeliveryView,
  WebhookView,
} from '@assay/contracts';
import { type Caller, ManageDeliveries, ManageWebhooks } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { deliveryView, webhookView } from './notice-views.js';

/** An organisation's webhooks and their deliveries. */
@Controller()
export class WebhooksController {
  constructor(
    @Inject(ManageWebhooks) private readonly webhooks: ManageWebhooks,
    @Inject(ManageDeliveries) private readonly manageDeliveries: ManageDeliveries,
  ) {}

  @Endpoint('listWebhooks')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(unwrap(await this.webhooks.list(caller)), query, (it) => it.id);
    return { items: items.map(webhookView), nextCursor };
  }

  @Endpoint('createWebhook')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateWebhook): Promise<CreatedWebhook> {
    const { webhook, secret } = unwrap(await this.webhooks.create(caller, body));
    return { ...webhookView(webhook), secret };
  }

  @Endpoint('showWebhook')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<WebhookView> {
    return webhookView(unwrap(await this.webhooks.show(caller, id)));
  }

  @Endpoint('changeWebhook')
  async change(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ChangeWebhook,
  ): Promise<WebhookView> {
    return webhookView(unwrap(await this.webhooks.change(caller, id, body)));
  }

  @Endpoint('deleteWebhook')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.webhooks.remove(caller, id));
  }

  @Endpoint('testWebhook')
  async test(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<DeliveryView> {
    return deliveryView(unwrap(await this.manageDeliveries.test(caller, id)));
  }

  @Endpoint('listDeliveries')
  async deliveries(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: PageQuery & { state?: DeliveryState },
  ) {
    const wanted = { ...positionOf(query), state: query.state ?? null };
    const { items, nextCursor } = timedPage(unwrap(await this.manageDeliveries.list(caller, id, wanted)), query);
    return { items: items.map(deliveryView), nextCursor };
  }

  @Endpoint('retryDelivery')
  async retry(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<DeliveryView> {
    return deliveryView(unwrap(await this.manageDeliveries.retry(caller, id, delivery)));
  }
}
