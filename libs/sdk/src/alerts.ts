import type { AlertView, RaiseAlert } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Security alerts against tools. */
export class Alerts {
  constructor(private readonly connection: Connection) {}

  /** Those of your organisation, newest first; all of them for the installation's administrators. */
  list(query: ListQuery<'listAlerts'> = {}, options?: RequestOptions): PagedList<AlertView> {
    return listing(this.connection, 'listAlerts', { query }, options);
  }

  /** A critical one revokes at once; others become findings. */
  raise(alert: RaiseAlert, options?: RequestOptions): Promise<AlertView> {
    return this.connection.request('raiseAlert', { body: alert }, options);
  }
}
