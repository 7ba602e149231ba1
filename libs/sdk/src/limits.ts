import type { LimitName, LimitRuleView, LimitView, SetLimit, UsageView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** How much may be called and published. */
export class Limits {
  constructor(private readonly connection: Connection) {}

  /** Those that bind you, with what is left; those of calling a tool too when one is named. */
  list(query: ListQuery<'listLimits'> = {}, options?: RequestOptions): PagedList<LimitView> {
    return listing(this.connection, 'listLimits', { query }, options);
  }

  /** Those that were set by hand. For administrators. */
  rules(query: ListQuery<'listLimitRules'> = {}, options?: RequestOptions): PagedList<LimitRuleView> {
    return listing(this.connection, 'listLimitRules', { query }, options);
  }

  /** `subject`: an organisation, a namespace, `namespace/tool`, `organisation/principal`, or `*` for everybody. */
  set(name: LimitName, subject: string, limit: SetLimit, options?: RequestOptions): Promise<LimitRuleView> {
    return this.connection.request('setLimit', { path: { name, subject }, body: limit }, options);
  }

  /** What holds for everybody holds again. */
  clear(name: LimitName, subject: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('clearLimit', { path: { name, subject } }, options);
  }
}

/** Calls, failures and cost, added up. */
export class Usage {
  constructor(private readonly connection: Connection) {}

  /** By tool, caller or day; of calls you made, or of calls of your tools (`side: 'provider'`). */
  list(query: ListQuery<'listUsage'> = {}, options?: RequestOptions): PagedList<UsageView> {
    return listing(this.connection, 'listUsage', { query }, options);
  }
}
