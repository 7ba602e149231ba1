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

/**
 * Keeps what was counted, for servers that count in their own memory. Counts are kept by place, so that replicas, each of
 * which allows its part of a limit, do not count for each other.
 */
export interface LimitCounts {
  /** Everything that still counts and was counted here, or where no server runs any more. `at` in ms since the epoch. */
  load(at: number): Promise<readonly SliceCount[]>;
  /** Adds to what was counted here; durable when it resolves. */
  add(counts: readonly SliceCount[]): Promise<void>;
  /**
   * What all places together have counted at the least, as other records show: what is missing of it is counted from now
   * on, by every place that starts. Answers what was missing. The same totals once more change nothing.
   */
  raise(totals: readonly SliceCount[]): Promise<readonly SliceCount[]>;
  /** Forgets what counts no more. */
  prune(at: number): Promise<void>;
}

/** When a slice counts no more, in ms since the epoch. */
export const countsUntil = ({ slice, sliceMs, former }: Pick<SliceCount, 'slice' | 'sliceMs' | 'former'>): number =>
  (slice + former + 1) * sliceMs;
