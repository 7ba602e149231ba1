/** How calls of tools that declare `cache` got their results. */
export interface CacheCounts {
  /** From an earlier call. */
  kept: number;
  /** From an equal call that was under way. */
  shared: number;
  /** From the tool. */
  made: number;
}

/** Since the process began. */
export const cacheCounts = (): CacheCounts => ({ kept: 0, shared: 0, made: 0 });
