import type { CreateMirror, MirrorView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Other registries of the official MCP Registry API that the server follows. */
export class Mirrors {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listMirrors'> = {}, options?: RequestOptions): PagedList<MirrorView> {
    return listing(this.connection, 'listMirrors', { query }, options);
  }

  /** Follows a registry; its first walk sets out at once. */
  create(mirror: CreateMirror, options?: RequestOptions): Promise<MirrorView> {
    return this.connection.request('createMirror', { body: mirror }, options);
  }

  show(id: string, options?: RequestOptions): Promise<MirrorView> {
    return this.connection.request('showMirror', { path: { id } }, options);
  }

  /** Asks the other registry for news now; `show` tells how far it has come. */
  sync(id: string, options?: RequestOptions): Promise<MirrorView> {
    return this.connection.request('syncMirror', { path: { id } }, options);
  }

  /** Stops following. What came from it shows as deleted. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteMirror', { path: { id } }, options);
  }
}
