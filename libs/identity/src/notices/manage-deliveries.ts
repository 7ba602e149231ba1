import type { DeliveryState } from '@assay/contracts';
import { type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import type { Caller } from '../caller.js';
import type { IdentityPorts } from '../identity-ports.js';
import { recordChange } from '../record-change.js';
import { attemptDelivery, type DeliveryPorts } from './attempt-delivery.js';
import { attemptLostAfterMs, type DeliveryStore, type QueuedDelivery } from './delivery-store.js';
import type { ManageWebhooks } from './manage-webhooks.js';
import { pingBody } from './notice-body.js';
import type { Delivery, KeptWebhook, Position } from './records.js';
import type { WebhookStore } from './webhook-store.js';

export interface ManagedDeliveryPorts extends DeliveryPorts, Pick<IdentityPorts, 'audit' | 'feed'> {
  readonly deliveries: Pick<DeliveryStore, 'addBegun' | 'settle' | 'release'>;
  readonly webhooks: WebhookStore;
  /** Queues a delivery that is to be attempted now. */
  readonly attempt: (due: QueuedDelivery) => Promise<void>;
}

/** Deliveries to an organisation's webhooks and their outcome, for its administrators. */
export class ManageDeliveries {
  readonly #ports: ManagedDeliveryPorts;
  readonly #webhooks: ManageWebhooks;

  constructor(ports: ManagedDeliveryPorts, webhooks: ManageWebhooks) {
    this.#ports = ports;
    this.#webhooks = webhooks;
  }

  /** Sends a ping immediately, with one attempt, and returns the delivery with its outcome. */
  async test(caller: Caller, id: string): Promise<Result<Delivery, Failure>> {
    const found = await this.#webhooks.show(caller, id);
    if (!found.ok) return found;
    const ping = this.#ping(found.value);
    const begun = await this.#ports.deliveries.addBegun(ping);
    if (begun !== undefined) await attemptDelivery(this.#ports, begun, new AbortController().signal, true);
    await recordChange(this.#ports, caller, 'webhook.test', id, { delivery: ping.id });
    return this.#delivery(id, ping.id);
  }

  /** Newest first. */
  async list(
    caller: Caller,
    id: string,
    page: { readonly state: DeliveryState | null; readonly after: Position | null; readonly limit: number },
  ): Promise<Result<readonly Delivery[], Failure>> {
    const found = await this.#webhooks.show(caller, id);
    return found.ok ? ok(await this.#ports.webhooks.deliveries({ webhookId: id, ...page })) : found;
  }

  async retry(caller: Caller, id: string, deliveryId: string): Promise<Result<Delivery, Failure>> {
    const found = await this.#webhooks.show(caller, id);
    if (!found.ok) return found;
    const delivery = await this.#delivery(id, deliveryId);
    if (!delivery.ok) return delivery;
    if (!(await this.#ports.webhooks.retry(id, deliveryId, this.#ports.clock.now())))
      return fail('conflict', 'This delivery succeeded, or an attempt is in progress: check again in a minute.');
    await recordChange(this.#ports, caller, 'webhook.retry', id, { delivery: deliveryId });
    const due = await this.#delivery(id, deliveryId);
    await this.#ports.attempt({ delivery: deliveryId, webhook: id });
    return due;
  }

  async #delivery(webhookId: string, id: string): Promise<Result<Delivery, Failure>> {
    const delivery = isUuid(id) ? await this.#ports.webhooks.findDelivery(webhookId, id) : undefined;
    return delivery === undefined ? fail('not_found', `This webhook has no delivery "${id}".`) : ok(delivery);
  }

  #ping({ id, organisationId }: KeptWebhook): Delivery {
    const { clock, random } = this.#ports;
    const delivery = random.uuid();
    const now = clock.now();
    return {
      id: delivery,
      organisationId,
      webhookId: id,
      key: `ping ${delivery}`,
      kind: 'ping',
      subject: id,
      body: pingBody(id, now),
      state: 'pending',
      attempts: 1,
      nextAttemptAt: now + attemptLostAfterMs,
      lastAttemptAt: now,
      lastStatus: null,
      lastError: null,
      createdAt: now,
      deliveredAt: null,
    };
  }
}
