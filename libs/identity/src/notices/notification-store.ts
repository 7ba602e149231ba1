import type { Notification, Position } from './records.js';

/** What principals were told. Sending is the port `Notices`. */
export interface NotificationStore {
  /** A reader's own, newest first. */
  list(query: NotificationQuery): Promise<readonly Notification[]>;
  /** Answers the notification as it is then; undefined when the reader has none of that id. Reading twice keeps the first time. */
  markRead(reader: NotificationReader, id: string, at: number): Promise<Notification | undefined>;
  /** Answers how many had been unread. */
  markAllRead(reader: NotificationReader, at: number): Promise<number>;
  /** Deletes what was made before this time and has been read; answers how many. */
  prune(before: number): Promise<number>;
}

/** Whose notifications, and as far as its credential reaches. */
export interface NotificationReader {
  readonly principalId: string;
  /** Only what is about these namespaces or their tools; null for no narrowing. */
  readonly namespaces: readonly string[] | null;
}

export interface NotificationQuery extends NotificationReader {
  readonly unread: boolean;
  readonly after: Position | null;
  readonly limit: number;
}
