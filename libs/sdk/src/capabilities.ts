import type {
  CapabilityDetail,
  CapabilityNode,
  ChangeCapability,
  ProposeCapability,
  ReviewView,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** The taxonomy: what tools can do, as a tree. */
export class Capabilities {
  constructor(private readonly connection: Connection) {}

  /** Parents before children; with `query`, those that match its words, best first. */
  list(query: ListQuery<'listCapabilities'> = {}, options?: RequestOptions): PagedList<CapabilityNode> {
    return listing(this.connection, 'listCapabilities', { query }, options);
  }

  /** By its tag, a tag that was merged into it, or another word for it. */
  show(tag: string, options?: RequestOptions): Promise<CapabilityDetail> {
    return this.connection.request('showCapability', { path: { tag } }, options);
  }

  /** Adds it, or answers with the review that it waits for. */
  propose(capability: ProposeCapability, options?: RequestOptions): Promise<CapabilityDetail | ReviewView> {
    return this.connection.request('proposeCapability', { body: capability }, options);
  }

  change(tag: string, change: ChangeCapability, options?: RequestOptions): Promise<CapabilityDetail> {
    return this.connection.request('changeCapability', { path: { tag }, body: change }, options);
  }

  /** Merges a tag into another capability, and returns that one. */
  merge(tag: string, into: string, options?: RequestOptions): Promise<CapabilityDetail> {
    return this.connection.request('mergeCapability', { path: { tag }, body: { into } }, options);
  }
}
