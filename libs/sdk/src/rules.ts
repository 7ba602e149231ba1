import type { CreateRule, RuleView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Rules of your organisation: when a predicate holds, a tool is chosen. */
export class Rules {
  constructor(private readonly connection: Connection) {}

  /** Those that go first first. */
  list(query: ListQuery<'listRules'> = {}, options?: RequestOptions): PagedList<RuleView> {
    return listing(this.connection, 'listRules', { query }, options);
  }

  create(rule: CreateRule, options?: RequestOptions): Promise<RuleView> {
    return this.connection.request('createRule', { body: rule }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteRule', { path: { id } }, options);
  }
}
