import type { NotificationView, PinView, ReadAll, SetPin } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Notifications of this caller: about tools it pinned, calls or owns. */
export class Notifications {
  constructor(private readonly connection: Connection) {}

  /** Newest first; `unread: 'true'` leaves out what was read. */
  list(query: ListQuery<'listNotifications'> = {}, options?: RequestOptions): PagedList<NotificationView> {
    return listing(this.connection, 'listNotifications', { query }, options);
  }

  read(id: string, options?: RequestOptions): Promise<NotificationView> {
    return this.connection.request('readNotification', { path: { id } }, options);
  }

  readAll(options?: RequestOptions): Promise<ReadAll> {
    return this.connection.request('readAllNotifications', {}, options);
  }
}

/** Pins: the tools this caller depends on, and is notified of. */
export class Pins {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listPins'> = {}, options?: RequestOptions): PagedList<PinView> {
    return listing(this.connection, 'listPins', { query }, options);
  }

  /** Sets the pin on a tool; a range of null takes it away. */
  set(pin: SetPin, options?: RequestOptions): Promise<PinView> {
    return this.connection.request('setPin', { body: pin }, options);
  }
}
