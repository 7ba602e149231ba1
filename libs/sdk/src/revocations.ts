import type { CreateRevocation, RevocationView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Revocations: what may not be called any more, and why. */
export class Revocations {
  constructor(private readonly connection: Connection) {}

  /** Of what this caller may see; lifted ones too, unless `state` says otherwise. Newest first. */
  list(query: ListQuery<'listRevocations'> = {}, options?: RequestOptions): PagedList<RevocationView> {
    return listing(this.connection, 'listRevocations', { query }, options);
  }

  /** Revokes at once, on every replica. What is revoked already is answered as it stands. */
  create(revocation: CreateRevocation, options?: RequestOptions): Promise<RevocationView> {
    return this.connection.request('createRevocation', { body: revocation }, options);
  }

  /** As an owner: says once why it is wrong. It stays in force until an administrator lifts it. */
  appeal(id: string, reason: string, options?: RequestOptions): Promise<RevocationView> {
    return this.connection.request('appealRevocation', { path: { id }, body: { reason } }, options);
  }

  /** Lifts a revocation; the record of it stays. */
  lift(id: string, reason?: string, options?: RequestOptions): Promise<RevocationView> {
    return this.connection.request('liftRevocation', { path: { id }, query: { reason } }, options);
  }
}
