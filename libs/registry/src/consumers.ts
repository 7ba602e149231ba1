import type { Recipient } from '@assay/kernel';

/** Users of a tool: principals that pinned it, and recent callers. */
export interface Consumers {
  /**
   * Each recipient once. `covers` filters the versions they pinned or called, by version key; a pinned range is tested
   * with every version in `versionKeys` that satisfies it.
   */
  of(query: ConsumersQuery): Promise<readonly Recipient[]>;
}

export interface ConsumersQuery {
  /** `ns/tool`. */
  readonly tool: string;
  /** The versions in question, by key (the number without build metadata). */
  readonly versionKeys: readonly string[];
  /** Includes callers whose last call was at or after this time, in ms since the epoch. */
  readonly calledSince: number;
}
