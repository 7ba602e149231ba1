import {
  type AttemptOutcome,
  attemptLostAfterMs,
  type BegunDelivery,
  clocksDifferMs,
  type DeliveryStore,
  type QueuedDelivery,
} from '../notices/delivery-store.js';
import type { Delivery, KeptWebhook, Webhook } from '../notices/records.js';
import type { DeliveryQuery, WebhookChange, WebhookStore } from '../notices/webhook-store.js';
import { isAfter, newestFirst } from './in-memory-notification-store.js';

type Health = Pick<KeptWebhook, 'failingSince' | 'lastError' | 'lastDeliveredAt'>;
type Kept = Webhook & Health & { readonly secret: string };

/** Webhooks and their deliveries, without a database. */
export class InMemoryWebhookStore implements WebhookStore, DeliveryStore {
  readonly #webhooks = new Map<string, Kept>();
  readonly #deliveries = new Map<string, Delivery>();

  async add(webhook: Webhook, secret: string): Promise<void> {
    this.#webhooks.set(webhook.id, { ...webhook, secret, failingSince: null, lastError: null, lastDeliveredAt: null });
  }

  async change(id: string, change: WebhookChange): Promise<boolean> {
    const present = this.#webhooks.get(id);
    if (present) this.#webhooks.set(id, { ...present, ...change });
    return present !== undefined;
  }

  async remove(id: string): Promise<boolean> {
    for (const delivery of this.#of(id)) this.#deliveries.delete(delivery.id);
    return this.#webhooks.delete(id);
  }

  async find(id: string): Promise<KeptWebhook | undefined> {
    const present = this.#webhooks.get(id);
    return present && this.#shown(present);
  }

  async list(organisationId: string): Promise<readonly KeptWebhook[]> {
    return [...this.#webhooks.values()]
      .filter((it) => it.organisationId === organisationId)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((it) => this.#shown(it));
  }

  async deliveries({ webhookId, state, after, limit }: DeliveryQuery): Promise<readonly Delivery[]> {
    return newestFirst(this.#of(webhookId))
      .filter((it) => (state === null || it.state === state) && isAfter(it, after))
      .slice(0, limit);
  }

  async findDelivery(webhookId: string, id: string): Promise<Delivery | undefined> {
    const found = this.#deliveries.get(id);
    return found?.webhookId === webhookId ? found : undefined;
  }

  async retry(webhookId: string, id: string, at: number): Promise<boolean> {
    const found = this.#deliveries.get(id);
    if (found?.webhookId !== webhookId || found.state === 'delivered' || isUnderWay(found, at)) return false;
    this.#deliveries.set(id, { ...found, state: 'pending', attempts: 0, nextAttemptAt: at });
    return true;
  }

  /** For senders: a key reaches a webhook once. True when it was added. */
  put(delivery: Delivery): boolean {
    if (this.#of(delivery.webhookId).some((it) => it.key === delivery.key)) return false;
    this.#deliveries.set(delivery.id, delivery);
    return true;
  }

  async begin(id: string, at: number): Promise<BegunDelivery | undefined> {
    const row = this.#deliveries.get(id);
    if (row?.state !== 'pending' || dueAt(row) > at + clocksDifferMs) return undefined;
    const begun = { attempts: row.attempts + 1, lastAttemptAt: at, lastStatus: null, lastError: null };
    return this.#begun({ ...row, ...begun, nextAttemptAt: at + attemptLostAfterMs });
  }

  async addBegun(delivery: Delivery): Promise<BegunDelivery | undefined> {
    return this.#webhooks.has(delivery.webhookId) ? this.#begun(delivery) : undefined;
  }

  async release({ id, attempt }: BegunDelivery, at: number): Promise<void> {
    const row = this.#deliveries.get(id);
    if (row?.state === 'pending' && row.attempts === attempt) this.#deliveries.set(id, { ...row, nextAttemptAt: at });
  }

  async overdue(before: number, limit: number): Promise<readonly QueuedDelivery[]> {
    return [...this.#deliveries.values()]
      .filter((it) => it.state === 'pending' && dueAt(it) < before)
      .sort((a, b) => dueAt(a) - dueAt(b))
      .slice(0, limit)
      .map((it) => ({ delivery: it.id, webhook: it.webhookId }));
  }

  async settle({ id, attempt }: BegunDelivery, outcome: AttemptOutcome): Promise<boolean> {
    const row = this.#deliveries.get(id);
    if (row?.attempts !== attempt || row.state !== 'pending') return false;
    const { at, status, error, nextAttemptAt } = outcome;
    const delivered = error === null;
    this.#deliveries.set(id, {
      ...row,
      state: delivered ? 'delivered' : nextAttemptAt === null ? 'dead' : 'pending',
      nextAttemptAt,
      lastStatus: status,
      lastError: error,
      deliveredAt: delivered ? at : null,
    });
    const webhook = this.#webhooks.get(row.webhookId) as Kept;
    const health = delivered
      ? { failingSince: null, lastDeliveredAt: at }
      : { failingSince: webhook.failingSince ?? at };
    this.#webhooks.set(webhook.id, { ...webhook, ...health, lastError: error });
    return true;
  }

  async prune(before: number): Promise<number> {
    const old = [...this.#deliveries.values()].filter((it) => it.deliveredAt !== null && it.deliveredAt < before);
    for (const { id } of old) this.#deliveries.delete(id);
    return old.length;
  }

  async pruneDead(before: number): Promise<number> {
    const old = [...this.#deliveries.values()].filter(
      (it) => it.state === 'dead' && (it.lastAttemptAt ?? it.createdAt) < before,
    );
    for (const { id } of old) this.#deliveries.delete(id);
    return old.length;
  }

  #begun(row: Delivery): BegunDelivery {
    const { id, webhookId, attempts: attempt, body } = row;
    const { url, secret } = this.#webhooks.get(webhookId) as Kept;
    this.#deliveries.set(id, row);
    return { id, webhookId, attempt, url, secret, body };
  }

  #of = (webhookId: string): Delivery[] => [...this.#deliveries.values()].filter((it) => it.webhookId === webhookId);

  #shown({ secret: _secret, ...webhook }: Kept): KeptWebhook {
    const counted = (state: Delivery['state']) => this.#of(webhook.id).filter((it) => it.state === state).length;
    return { ...webhook, pending: counted('pending'), dead: counted('dead') };
  }
}

const dueAt = ({ nextAttemptAt }: Delivery): number => nextAttemptAt ?? Number.POSITIVE_INFINITY;
const isUnderWay = (it: Delivery, at: number): boolean =>
  it.state === 'pending' && it.attempts > 0 && it.lastError === null && dueAt(it) > at;
