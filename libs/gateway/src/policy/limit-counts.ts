/** What was counted against one counter in one slice of its window. */
export interface SliceCount {
  readonly key: string;
  /** Number of the slice since the epoch. */
  readonly slice: number;
  readonly sliceMs: number;
  /** How many slices before the present one still count; 0 for windows of the calendar. */
  readonly former: number;
  /** Negative for what is taken back. */
  readonly count: number;
}

/** What still counts. */
export interface CountsInForce {
  /** What was counted here. */
  readonly own: readonly SliceCount[];
  /** What was counted where no server runs any more, or is known from other records: it counts for all places together. */
  readonly shared: readonly SliceCount[];
}

/**
 * Keeps what was counted, for servers that count in their own memory. Counts are kept by place, so that replicas, each of
 * which allows its part of a limit, do not count for each other.
 */
export interface LimitCounts {
  /** Everything that still counts but what places count where a server is alive, slices oldest first. `at` in ms since the epoch. */
  load(at: number): Promise<CountsInForce>;
  /** Adds to what was counted here; durable when it resolves. */
  add(counts: readonly SliceCount[]): Promise<void>;
  /**
   * What all places together have counted at the least, as other records show: what is missing of it is shared from now
   * on. The same totals once more change nothing.
   */
  raise(totals: readonly SliceCount[]): Promise<void>;
  /** Forgets what counts no more. */
  prune(at: number): Promise<void>;
}

/** When a slice counts no more, in ms since the epoch. */
export const countsUntil = ({ slice, sliceMs, former }: Pick<SliceCount, 'slice' | 'sliceMs' | 'former'>): number =>
  (slice + former + 1) * sliceMs;
