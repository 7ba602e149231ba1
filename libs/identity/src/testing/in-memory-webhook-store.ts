import type { AttemptOutcome, ClaimedDelivery, ClaimQuery, DeliveryQueue } from '../notices/delivery-queue.js';
import type { Delivery, KeptWebhook, Webhook } from '../notices/records.js';
import type { DeliveryQuery, WebhookChange, WebhookStore } from '../notices/webhook-store.js';
import { isAfter, newestFirst } from './in-memory-notification-store.js';

type Health = Pick<KeptWebhook, 'failingSince' | 'lastError' | 'lastDeliveredAt'>;
type Kept = Webhook & Health & { readonly secret: string };
type Row = Delivery & { readonly claimedUntil: number | null };

/** Webhooks and their deliveries, without a database. */
export class InMemoryWebhookStore implements WebhookStore, DeliveryQueue {
  readonly #webhooks = new Map<string, Kept>();
  readonly #deliveries = new Map<string, Row>();

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
      .slice(0, limit)
      .map(withoutClaim);
  }

  async findDelivery(webhookId: string, id: string): Promise<Delivery | undefined> {
    const found = this.#deliveries.get(id);
    return found?.webhookId === webhookId ? withoutClaim(found) : undefined;
  }

  async retry(webhookId: string, id: string, at: number): Promise<boolean> {
    const found = this.#deliveries.get(id);
    if (found?.webhookId !== webhookId || found.state === 'delivered' || isHeld(found, at)) return false;
    this.#deliveries.set(id, { ...found, state: 'pending', attempts: 0, nextAttemptAt: at, claimedUntil: null });
    return true;
  }

  /** Called by the sender: a key reaches a webhook once. */
  put(delivery: Delivery): void {
    const isThere = this.#of(delivery.webhookId).some((it) => it.key === delivery.key);
    if (!isThere) this.#deliveries.set(delivery.id, { ...delivery, claimedUntil: null });
  }

  async claim({ limit, perWebhook, at, until }: ClaimQuery): Promise<readonly ClaimedDelivery[]> {
    const due = [...this.#webhooks.keys()].flatMap((id) => {
      const rows = this.#of(id).filter((it) => it.state === 'pending');
      const room = Math.max(0, perWebhook - rows.filter((it) => isHeld(it, at)).length);
      return rows
        .filter((it) => dueAt(it) <= at && !isHeld(it, at))
        .sort((a, b) => dueAt(a) - dueAt(b))
        .slice(0, room);
    });
    const chosen = due.sort((a, b) => dueAt(a) - dueAt(b)).slice(0, limit);
    return chosen.map((it) => this.#held({ ...it, attempts: it.attempts + 1, lastAttemptAt: at }, until));
  }

  async addClaimed(delivery: Delivery, until: number): Promise<ClaimedDelivery | undefined> {
    return this.#webhooks.has(delivery.webhookId) ? this.#held({ ...delivery, claimedUntil: until }, until) : undefined;
  }

  async settle({ id, attempt, until }: ClaimedDelivery, outcome: AttemptOutcome): Promise<boolean> {
    const row = this.#deliveries.get(id);
    if (row?.attempts !== attempt || row.claimedUntil !== until) return false;
    const { at, status, error, nextAttemptAt } = outcome;
    const delivered = error === null;
    this.#deliveries.set(id, {
      ...row,
      state: delivered ? 'delivered' : nextAttemptAt === null ? 'dead' : 'pending',
      nextAttemptAt,
      claimedUntil: null,
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

  #held(row: Row, until: number): ClaimedDelivery {
    const { id, webhookId, attempts: attempt, body } = row;
    const { url, secret } = this.#webhooks.get(webhookId) as Kept;
    this.#deliveries.set(id, { ...row, claimedUntil: until });
    return { id, webhookId, attempt, until, url, secret, body };
  }

  #of = (webhookId: string): Row[] => [...this.#deliveries.values()].filter((it) => it.webhookId === webhookId);

  #shown({ secret: _secret, ...webhook }: Kept): KeptWebhook {
    const counted = (state: Delivery['state']) => this.#of(webhook.id).filter((it) => it.state === state).length;
    return { ...webhook, pending: counted('pending'), dead: counted('dead') };
  }
}

const isHeld = ({ claimedUntil }: Row, at: number): boolean => claimedUntil !== null && claimedUntil > at;
const dueAt = ({ nextAttemptAt }: Row): number => nextAttemptAt ?? Number.POSITIVE_INFINITY;
const withoutClaim = ({ claimedUntil: _until, ...delivery }: Row): Delivery => delivery;
