import type {
  CreateNamespace,
  NamespaceProof,
  NamespaceView,
  OfferTransfer,
  ReviewView,
  TransferredNamespace,
  Visibility,
} from '@assay/contracts';
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

  /**
   * Claims a namespace; the caller becomes its first owner. A review is the answer when the name looks like a well-known
   * one and a person has to consent first: see `isReview`.
   */
  create(namespace: CreateNamespace, options?: RequestOptions): Promise<NamespaceView | ReviewView> {
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

  /** Makes a team of the organisation an owner. */
  addTeam(name: string, team: string, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('addMember', { path: { ns: name }, body: { team } }, options);
  }

  removeTeam(name: string, team: string, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('removeOwningTeam', { path: { ns: name, team } }, options);
  }

  /** Proves the domain that a namespace of yours represents. */
  prove(name: string, proof: NamespaceProof, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('proveNamespace', { path: { ns: name }, body: proof }, options);
  }

  /** Offers it to another organisation; immediate for administrators of the installation. */
  transfer(name: string, offer: OfferTransfer, options?: RequestOptions): Promise<TransferredNamespace> {
    return this.connection.request('transferNamespace', { path: { ns: name }, body: offer }, options);
  }

  acceptTransfer(name: string, options?: RequestOptions): Promise<TransferredNamespace> {
    return this.connection.request('acceptTransfer', { path: { ns: name } }, options);
  }

  /** Withdraws an offer, or declines it. */
  withdrawTransfer(name: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('withdrawTransfer', { path: { ns: name } }, options);
  }

  /** The old name keeps working. */
  rename(name: string, to: string, options?: RequestOptions): Promise<NamespaceView> {
    return this.connection.request('renameNamespace', { path: { ns: name }, body: { to } }, options);
  }
}
