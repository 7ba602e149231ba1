import type { EvidenceView } from '@assay/contracts';

/** A version's place among all others by trust. */
export interface PlacedVersion {
  readonly versionId: string;
  /** `ln S + λ·t0`, as it is stored. */
  readonly key: number;
}

export interface TrustOrderQuery {
  readonly view: EvidenceView;
  /** Only versions of at least this key: `leastKey` of a trust and a time. */
  readonly min: number;
  /** Only versions below this key; all of them when absent. */
  readonly below?: number;
  /** Where the list goes on: behind this one. */
  readonly after?: PlacedVersion;
  readonly limit: number;
}

/**
 * All versions that have been scored, by decayed trust: the order of their keys, which is that of their trust at any time.
 * A page costs the same wherever it begins and however many versions there are.
 */
export interface TrustOrder {
  /** The most trusted first; equals by id, the greatest first. */
  page(query: TrustOrderQuery): Promise<readonly PlacedVersion[]>;
}
