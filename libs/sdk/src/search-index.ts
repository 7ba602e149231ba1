import type { IndexStatusView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';

/** The search index, for administrators of the installation. */
export class SearchIndex {
  constructor(private readonly connection: Connection) {}

  status(options?: RequestOptions): Promise<IndexStatusView> {
    return this.connection.request('showIndex', {}, options);
  }

  /** Starts a rebuild; `status` reports its progress. */
  rebuild(options?: RequestOptions): Promise<IndexStatusView> {
    return this.connection.request('rebuildIndex', {}, options);
  }
}
