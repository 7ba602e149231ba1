import type {
  AuthorizationView,
  AuthorizeConnection,
  ConnectionView,
  CreateConnection,
  ResealedView,
  RotateConnection,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Credentials that the caller's calls carry to upstreams. What is secret goes in and never comes out. */
export class Connections {
  constructor(private readonly connection: Connection) {}

  /** The caller's own, and those that are shared with it. */
  list(query: ListQuery<'listConnections'> = {}, options?: RequestOptions): PagedList<ConnectionView> {
    return listing(this.connection, 'listConnections', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<ConnectionView> {
    return this.connection.request('showConnection', { path: { id } }, options);
  }

  create(body: CreateConnection, options?: RequestOptions): Promise<ConnectionView> {
    return this.connection.request('createConnection', { body }, options);
  }

  /** Replaces the credential by another of its kind. */
  rotate(id: string, body: RotateConnection, options?: RequestOptions): Promise<ConnectionView> {
    return this.connection.request('rotateConnection', { path: { id }, body }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteConnection', { path: { id } }, options);
  }

  /** Begins consent at the issuer: the address is opened in a browser, whose page shows the code for `confirm`. */
  authorize(id: string, body: AuthorizeConnection = {}, options?: RequestOptions): Promise<AuthorizationView> {
    return this.connection.request('authorizeConnection', { path: { id }, body }, options);
  }

  confirm(id: string, code: string, options?: RequestOptions): Promise<ConnectionView> {
    return this.connection.request('confirmAuthorization', { path: { id }, body: { code } }, options);
  }

  /** Seals every secret of the installation under its present encryption key. */
  reseal(options?: RequestOptions): Promise<ResealedView> {
    return this.connection.request('resealSecrets', {}, options);
  }
}
