import type { FindingView, ResolveFinding } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** What was seen in definitions and outputs of your tools that looks like abuse. */
export class Findings {
  constructor(private readonly connection: Connection) {}

  /** Newest first. */
  list(query: ListQuery<'listFindings'> = {}, options?: RequestOptions): PagedList<FindingView> {
    return listing(this.connection, 'listFindings', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<FindingView> {
    return this.connection.request('showFinding', { path: { id } }, options);
  }

  /** `dismiss` calls it a false alarm and ends its quarantine; `confirm` calls it abuse. For the installation's administrators. */
  resolve(id: string, decision: ResolveFinding, options?: RequestOptions): Promise<FindingView> {
    return this.connection.request('resolveFinding', { path: { id }, body: decision }, options);
  }
}
