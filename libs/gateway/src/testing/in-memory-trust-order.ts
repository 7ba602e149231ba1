import { type PlacedVersion, type TrustOrder, type TrustOrderQuery, trustKey } from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** The order of trust without a database: looks at every version. */
export class InMemoryTrustOrder implements TrustOrder {
  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async page({ view, min, below, after, limit }: TrustOrderQuery): Promise<readonly PlacedVersion[]> {
    return this.catalogue
      .versionRows()
      .flatMap(({ id, trust, lastVerifiedAt, publishedAt }) =>
        trust === null ? [] : [{ versionId: id, key: trustKey(trust[view].base, lastVerifiedAt ?? publishedAt) }],
      )
      .filter((it) => it.key >= min && (below === undefined || it.key < below))
      .filter((it) => after === undefined || highestFirst(after, it) < 0)
      .sort(highestFirst)
      .slice(0, limit);
  }
}

const highestFirst = (one: PlacedVersion, other: PlacedVersion): number =>
  other.key - one.key || (one.versionId < other.versionId ? 1 : Number(one.versionId > other.versionId) * -1);
