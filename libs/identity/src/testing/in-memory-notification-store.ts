import type { NotificationQuery, NotificationReader, NotificationStore } from '../notices/notification-store.js';
import type { Notification, Position } from '../notices/records.js';

/** Whether a row comes after a position in an order by time, newest first. */
export const isAfter = (row: { readonly createdAt: number; readonly id: string }, after: Position | null): boolean =>
  after === null || row.createdAt < after.at || (row.createdAt === after.at && row.id < after.id);

export const newestFirst = <T extends { readonly createdAt: number; readonly id: string }>(rows: Iterable<T>): T[] =>
  [...rows].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));

/** Notifications of principals, without a database. */
export class InMemoryNotificationStore implements NotificationStore {
  readonly #rows = new Map<string, Notification>();
  readonly #reached = new Set<string>();

  /** Called by the sender: a key reaches a principal once. */
  tell(key: string, notification: Notification): void {
    const reached = `${key} ${notification.principalId}`;
    if (this.#reached.has(reached)) return;
    this.#reached.add(reached);
    this.#rows.set(notification.id, notification);
  }

  async list({ unread, after, limit, ...reader }: NotificationQuery): Promise<readonly Notification[]> {
    return newestFirst(this.#rows.values())
      .filter((it) => isFor(reader, it) && (!unread || it.readAt === null) && isAfter(it, after))
      .slice(0, limit);
  }

  async markRead(reader: NotificationReader, id: string, at: number): Promise<Notification | undefined> {
    const row = this.#rows.get(id);
    if (row === undefined || !isFor(reader, row)) return undefined;
    const read = { ...row, readAt: row.readAt ?? at };
    this.#rows.set(id, read);
    return read;
  }

  async markAllRead(reader: NotificationReader, at: number): Promise<number> {
    const unread = [...this.#rows.values()].filter((it) => isFor(reader, it) && it.readAt === null);
    for (const { id } of unread) await this.markRead(reader, id, at);
    return unread.length;
  }

  async prune(before: number): Promise<number> {
    const old = [...this.#rows.values()].filter((it) => it.readAt !== null && it.createdAt < before);
    for (const { id } of old) this.#rows.delete(id);
    return old.length;
  }
}

const isFor = ({ principalId, namespaces }: NotificationReader, row: Notification): boolean =>
  row.principalId === principalId && (namespaces === null || namespaces.includes(row.subject.split('/')[0] as string));
