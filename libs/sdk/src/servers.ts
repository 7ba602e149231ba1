import type {
  ChangeServer,
  ConfirmedImport,
  ConfirmImport,
  CreateImport,
  CreateServer,
  ImportView,
  IsolationStatusView,
  ServerView,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';
import { splitName } from './tool-name.js';

const pathOf = (name: string) => {
  const { ns, name: server } = splitName(name);
  return { ns, server };
};

/** Upstream servers that tools live on, named `namespace/server`. Their secrets can be set and never read. */
export class Servers {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listServers'> = {}, options?: RequestOptions): PagedList<ServerView> {
    return listing(this.connection, 'listServers', { query }, options);
  }

  create(server: CreateServer, options?: RequestOptions): Promise<ServerView> {
    return this.connection.request('createServer', { body: server }, options);
  }

  show(name: string, options?: RequestOptions): Promise<ServerView> {
    return this.connection.request('showServer', { path: pathOf(name) }, options);
  }

  /** Moves a server to another address or command, or changes its credentials; versions stay as they are. */
  change(name: string, change: ChangeServer, options?: RequestOptions): Promise<ServerView> {
    return this.connection.request('changeServer', { path: pathOf(name), body: change }, options);
  }

  /** How commands are isolated on the server's machine, and which of them are not started. */
  isolation(options?: RequestOptions): Promise<IsolationStatusView> {
    return this.connection.request('showIsolation', {}, options);
  }

  /** Removes a server no tool lives on. */
  delete(name: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteServer', { path: pathOf(name) }, options);
  }
}

/** Imports: reading the tools of an upstream server, and publishing those that were looked at. */
export class Imports {
  constructor(private readonly connection: Connection) {}

  /** Reads an upstream's tools and proposes a manifest for each. Publishes nothing. */
  create(source: CreateImport, options?: RequestOptions): Promise<ImportView> {
    return this.connection.request('createImport', { body: source }, options);
  }

  show(id: string, options?: RequestOptions): Promise<ImportView> {
    return this.connection.request('showImport', { path: { id } }, options);
  }

  /** Publishes the proposals that are new or changed, or those in `include`, with `edits` applied. */
  confirm(id: string, choice: ConfirmImport = {}, options?: RequestOptions): Promise<ConfirmedImport> {
    return this.connection.request('confirmImport', { path: { id }, body: choice }, options);
  }
}
