import type { Recipient } from '@assay/kernel';

/** Who depends on a tool: principals that pinned it, and those that called it lately. */
export interface Consumers {
  /**
   * Each recipient once. `covers` chooses among the versions they pinned or called, by version key; a pin of a range is
   * tried with every version in `versionKeys` it satisfies.
   */
  of(query: ConsumersQuery): Promise<readonly Recipient[]>;
}

export interface ConsumersQuery {
  /** `ns/tool`. */
  readonly tool: string;
  /** The versions in question, by key (the number without build metadata). */
  readonly versionKeys: readonly string[];
  /** Callers count whose last call came at or after this, in ms since the epoch. */
  readonly calledSince: number;
}
