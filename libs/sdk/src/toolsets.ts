import type { CreateToolset, ReplaceToolset, ToolsetView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Chosen tools under names of their own, each set served to MCP clients at its `url`. */
export class Toolsets {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listToolsets'> = {}, options?: RequestOptions): PagedList<ToolsetView> {
    return listing(this.connection, 'listToolsets', { query }, options);
  }

  show(name: string, options?: RequestOptions): Promise<ToolsetView> {
    return this.connection.request('showToolset', { path: { name } }, options);
  }

  create(toolset: CreateToolset, options?: RequestOptions): Promise<ToolsetView> {
    return this.connection.request('createToolset', { body: toolset }, options);
  }

  replace(name: string, toolset: ReplaceToolset, options?: RequestOptions): Promise<ToolsetView> {
    return this.connection.request('replaceToolset', { path: { name }, body: toolset }, options);
  }

  remove(name: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteToolset', { path: { name } }, options);
  }
}
