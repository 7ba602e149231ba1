import { LRUCache } from 'lru-cache';

export type LruMap<K, V> = Pick<LRUCache<K & {}, V & {}>, 'get' | 'peek' | 'set' | 'delete' | 'size'>;

/**
 * A map of at most `max` entries, for every cache that evicts. `get` and `set` mark an entry as used; the one whose last use
 * is longest ago is evicted. `peek` reads without marking. Room for all entries is allocated at once, about 22 bytes each.
 */
export const lruMap = <K, V>(max: number): LruMap<K, V> => new LRUCache<K & {}, V & {}>({ max });
