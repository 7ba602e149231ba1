import type {
  CreatedKey,
  CreateGrant,
  CreateKey,
  EndorsementView,
  GrantView,
  KeyView,
  OrganisationView,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** API keys. */
export class Keys {
  constructor(private readonly connection: Connection) {}

  /** Your own keys; all of the organisation's for an administrator. */
  list(query: ListQuery<'listKeys'> = {}, options?: RequestOptions): PagedList<KeyView> {
    return listing(this.connection, 'listKeys', { query }, options);
  }

  /** Creates a key. The answer is the only time its secret is shown. */
  create(key: CreateKey, options?: RequestOptions): Promise<CreatedKey> {
    return this.connection.request('createKey', { body: key }, options);
  }

  /** Revokes a key at once. */
  revoke(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('revokeKey', { path: { id } }, options);
  }
}

/** Grants: who besides its owners may call a tool or capability. */
export class Grants {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listGrants'> = {}, options?: RequestOptions): PagedList<GrantView> {
    return listing(this.connection, 'listGrants', { query }, options);
  }

  create(grant: CreateGrant, options?: RequestOptions): Promise<GrantView> {
    return this.connection.request('createGrant', { body: grant }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteGrant', { path: { id } }, options);
  }
}

/** Endorsements: an administrator's word that an organisation may call a tool at any stage. */
export class Endorsements {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listEndorsements'> = {}, options?: RequestOptions): PagedList<EndorsementView> {
    return listing(this.connection, 'listEndorsements', { query }, options);
  }

  /** Endorses a tool, for the caller's own organisation unless another is named. */
  create(
    endorsement: { tool: string; organisation?: string | undefined },
    options?: RequestOptions,
  ): Promise<EndorsementView> {
    return this.connection.request('createEndorsement', { body: endorsement }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteEndorsement', { path: { id } }, options);
  }
}

/** Organisations: the tenants of an installation. */
export class Organisations {
  constructor(private readonly connection: Connection) {}

  create(organisation: { name: string }, options?: RequestOptions): Promise<OrganisationView> {
    return this.connection.request('createOrganisation', { body: organisation }, options);
  }
}
