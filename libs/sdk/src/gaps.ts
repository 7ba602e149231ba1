import type { Gap } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** What callers look for, or do by hand, and no single tool does. */
export class Gaps {
  constructor(private readonly connection: Connection) {}

  /** The most frequent first: your own, and as a reviewer (`approvals:decide`) your organisation's. */
  list(query: ListQuery<'listGaps'> = {}, options?: RequestOptions): PagedList<Gap> {
    return listing(this.connection, 'listGaps', { query }, options);
  }
}
