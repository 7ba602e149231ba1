import type { IndexStatusView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';

/** The search index, for administrators of the installation. */
export class SearchIndex {
  constructor(private readonly connection: Connection) {}

  status(options?: RequestOptions): Promise<IndexStatusView> {
    return this.connection.request('showIndex', {}, options);
  }

  /** Begins to build it anew; `status` tells how far it is. */
  rebuild(options?: RequestOptions): Promise<IndexStatusView> {
    return this.connection.request('rebuildIndex', {}, options);
  }
}
