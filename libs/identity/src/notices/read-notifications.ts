import { type Clock, type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import type { Caller } from '../caller.js';
import type { NotificationQuery, NotificationReader, NotificationStore } from './notification-store.js';
import type { Notification } from './records.js';

/** The notifications of a principal: only its own, within the key's namespaces. */
export class ReadNotifications {
  readonly #store: NotificationStore;
  readonly #clock: Clock;

  constructor(store: NotificationStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async list(
    caller: Caller,
    page: Omit<NotificationQuery, keyof NotificationReader>,
  ): Promise<Result<readonly Notification[], Failure>> {
    const own = readerOf(caller);
    return own.ok ? ok(await this.#store.list({ ...page, ...own.value })) : own;
  }

  async read(caller: Caller, id: string): Promise<Result<Notification, Failure>> {
    const own = readerOf(caller);
    if (!own.ok) return own;
    const found = isUuid(id) ? await this.#store.markRead(own.value, id, this.#clock.now()) : undefined;
    return found === undefined
      ? fail('not_found', `You have no notification "${id}": GET /v1/notifications lists yours.`)
      : ok(found);
  }

  /** Answers how many had been unread. */
  async readAll(caller: Caller): Promise<Result<number, Failure>> {
    const own = readerOf(caller);
    return own.ok ? ok(await this.#store.markAllRead(own.value, this.#clock.now())) : own;
  }
}

const readerOf = ({ principalId, namespaces }: Caller): Result<NotificationReader, Failure> =>
  principalId === null
    ? fail('unauthenticated', 'Notifications require authentication: send a key.')
    : ok({ principalId, namespaces });
