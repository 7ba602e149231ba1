import type { CreatePublisherKey, PublisherKeyView, RegistryKeys } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Public keys by which the owners of a namespace sign what they publish. */
export class PublisherKeys {
  constructor(private readonly connection: Connection) {}

  /** Of a namespace, retired ones included. */
  list(
    namespace: string,
    query: ListQuery<'listPublisherKeys'> = {},
    options?: RequestOptions,
  ): PagedList<PublisherKeyView> {
    return listing(this.connection, 'listPublisherKeys', { path: { ns: namespace }, query }, options);
  }

  add(namespace: string, key: CreatePublisherKey, options?: RequestOptions): Promise<PublisherKeyView> {
    return this.connection.request('addPublisherKey', { path: { ns: namespace }, body: key }, options);
  }

  /** A retired key signs nothing new; what it signed before still holds. */
  retire(namespace: string, keyId: string, options?: RequestOptions): Promise<PublisherKeyView> {
    return this.connection.request('retirePublisherKey', { path: { ns: namespace, keyId } }, options);
  }
}

/** The keys the registry signs with and has signed with, from their well-known address. */
export async function readRegistryKeys(connection: Connection, options?: RequestOptions): Promise<RegistryKeys> {
  const { body } = await connection.exchange('GET', '/.well-known/assay-keys.json', undefined, options, {
    anonymous: true,
  });
  return body as RegistryKeys;
}
