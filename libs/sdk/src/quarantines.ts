import type { QuarantineView, ResolveQuarantine } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Versions of your tools that wait because their upstream's definition is another one now. */
export class Quarantines {
  constructor(private readonly connection: Connection) {}

  /** Newest first. */
  list(query: ListQuery<'listQuarantines'> = {}, options?: RequestOptions): PagedList<QuarantineView> {
    return listing(this.connection, 'listQuarantines', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<QuarantineView> {
    return this.connection.request('showQuarantine', { path: { id } }, options);
  }

  /** `recheck` looks at the upstream now; `accept` publishes its new definition as a new version. */
  resolve(id: string, choice: ResolveQuarantine, options?: RequestOptions): Promise<QuarantineView> {
    return this.connection.request('resolveQuarantine', { path: { id }, body: choice }, options);
  }
}
