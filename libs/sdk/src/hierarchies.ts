import type { BreakerView, EscalationView, FallbackView, ResolveEscalation, SetFallback } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Which revision is to be changed, as a hierarchy's `revision` says; none for whatever there is. */
export interface RevisionOptions extends RequestOptions {
  readonly revision?: number | undefined;
}

const ifMatch = ({ revision }: RevisionOptions): { headers?: Record<string, string> } =>
  revision === undefined ? {} : { headers: { 'if-match': `"${revision}"` } };

/** Declared hierarchies: what is tried for a capability, in order. */
export class Fallbacks {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listFallbacks'> = {}, options?: RequestOptions): PagedList<FallbackView> {
    return listing(this.connection, 'listFallbacks', { query }, options);
  }

  show(capability: string, options?: RequestOptions): Promise<FallbackView> {
    return this.connection.request('showFallback', { path: { capability } }, options);
  }

  /**
   * Every level must be compatible with the first one: otherwise problems are reported level by level, and nothing is
   * declared.
   */
  set(capability: string, hierarchy: SetFallback, options: RevisionOptions = {}): Promise<FallbackView> {
    const parts = { path: { capability }, body: hierarchy, ...ifMatch(options) };
    return this.connection.request('setFallback', parts, options);
  }

  remove(capability: string, options: RevisionOptions = {}): Promise<void> {
    return this.connection.request('deleteFallback', { path: { capability }, ...ifMatch(options) }, options);
  }
}

/** Calls that no tool could answer, for people to. */
export class Escalations {
  constructor(private readonly connection: Connection) {}

  /** Newest first: your own, or all of the organisation for who may answer them. */
  list(query: ListQuery<'listEscalations'> = {}, options?: RequestOptions): PagedList<EscalationView> {
    return listing(this.connection, 'listEscalations', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<EscalationView> {
    return this.connection.request('showEscalation', { path: { id } }, options);
  }

  /** Answers in the place of the tool, or refuses to. */
  resolve(id: string, answer: ResolveEscalation, options?: RequestOptions): Promise<EscalationView> {
    return this.connection.request('resolveEscalation', { path: { id }, body: answer }, options);
  }
}

/** Circuit breakers. */
export class Breakers {
  constructor(private readonly connection: Connection) {}

  /** Those that refuse calls first. */
  list(query: ListQuery<'listBreakers'> = {}, options?: RequestOptions): PagedList<BreakerView> {
    return listing(this.connection, 'listBreakers', { query }, options);
  }

  /** Closes one; `tool` is `ns/tool`. */
  reset(tool: string, version: string, options?: RequestOptions): Promise<BreakerView> {
    const [ns = '', name = ''] = tool.split('/', 2);
    return this.connection.request('resetBreaker', { path: { ns, tool: name, version } }, options);
  }
}
