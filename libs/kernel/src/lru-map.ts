import { LRUCache } from 'lru-cache';

export type LruMap<K, V> = Pick<LRUCache<K & {}, V & {}>, 'get' | 'peek' | 'set' | 'delete' | 'size'>;

/** What the entries of a map may take together, and what one takes. An entry that is larger than all may take is not kept. */
export interface LruSize<V> {
  readonly maxSize: number;
  /** At least 1. */
  readonly sizeOf: (value: V & {}) => number;
}

/**
 * A map of at most `max` entries, for every cache that evicts. `get` and `set` mark an entry as used; the one whose last use
 * is longest ago is evicted. `peek` reads without marking. Room for all entries is allocated at once, about 22 bytes each.
 */
export const lruMap = <K, V>(max: number, size?: LruSize<V>): LruMap<K, V> =>
  new LRUCache<K & {}, V & {}>({
    max,
    ...(size && { maxSize: size.maxSize, sizeCalculation: (value: V & {}) => size.sizeOf(value) }),
  });
