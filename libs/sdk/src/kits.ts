import type { KitView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Tools that ship with the server, and which of them may act. For administrators of the installation. */
export class Kits {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listKits'> = {}, options?: RequestOptions): PagedList<KitView> {
    return listing(this.connection, 'listKits', { query }, options);
  }

  /** What a kit may do: its tools, their effects, and what its process may reach. */
  show(name: string, options?: RequestOptions): Promise<KitView> {
    return this.connection.request('showKit', { path: { name } }, options);
  }

  enable(name: string, options?: RequestOptions): Promise<KitView> {
    return this.connection.request('enableKit', { path: { name } }, options);
  }

  disable(name: string, options?: RequestOptions): Promise<KitView> {
    return this.connection.request('disableKit', { path: { name } }, options);
  }

  /** Gives a kit an address or a credential. The value is stored encrypted and never returned. */
  set(name: string, setting: string, value: string, options?: RequestOptions): Promise<KitView> {
    return this.connection.request('setKitSetting', { path: { name, setting }, body: { value } }, options);
  }

  unset(name: string, setting: string, options?: RequestOptions): Promise<KitView> {
    return this.connection.request('removeKitSetting', { path: { name, setting } }, options);
  }
}
