import type { CreateNamespace, NamespaceView, Visibility } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Namespaces: who may publish under which name, and who sees it. */
export class Namespaces {
  constructor(private readonly connection: Connection) {}

  /** The namespaces this caller may see. */
  list(query: ListQuery<'listNamespaces'> = {}, options?: RequestOptions): PagedList<NamespaceView> {
    return listing(this.connection, 'listNamespaces', { query }, options);
  }

  /** Claims a namespace; the caller becomes its first owner. */
  create(namespace: CreateNamespace, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('createNamespace', { body: namespace }, options);
  }

  show(name: string, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('showNamespace', { path: { ns: name } }, options);
  }

  change(name: string, change: { visibility: Visibility }, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('changeNamespace', { path: { ns: name }, body: change }, options);
  }

  /** Makes a principal of the organisation an owner. */
  addMember(name: string, principal: string, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('addMember', { path: { ns: name }, body: { principal } }, options);
  }

  removeMember(name: string, principal: string, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('removeMember', { path: { ns: name, principal } }, options);
  }
}
