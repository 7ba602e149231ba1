import type { Notification, Position } from './records.js';

/** Notifications of principals. The port `Notices` sends them. */
export interface NotificationStore {
  /** A reader's own, newest first. */
  list(query: NotificationQuery): Promise<readonly Notification[]>;
  /**
   * Returns the updated notification; undefined when the reader has none with that id. Marking again keeps the first
   * time.
   */
  markRead(reader: NotificationReader, id: string, at: number): Promise<Notification | undefined>;
  /** Answers how many had been unread. */
  markAllRead(reader: NotificationReader, at: number): Promise<number>;
  /** Deletes notifications created before this time and read; returns their number. */
  prune(before: number): Promise<number>;
}

/** Whose notifications, and as far as its credential reaches. */
export interface NotificationReader {
  readonly principalId: string;
  /** Only notifications about these namespaces or their tools; null for no limit. */
  readonly namespaces: readonly string[] | null;
}

export interface NotificationQuery extends NotificationReader {
  readonly unread: boolean;
  readonly after: Position | null;
  readonly limit: number;
}
