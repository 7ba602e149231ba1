/**
 * The stretch of time a limit is about. `sliding`: any stretch of that length, wherever it begins. `calendar`: the
 * stretches that begin at multiples of it since the epoch, so that 86,400,000 ms are days in UTC.
 */
export interface Window {
  readonly kind: 'sliding' | 'calendar';
  readonly ms: number;
}

/** Something that is counted against a limit. */
export interface Counter {
  /** Names it among everything that is counted, on every replica. */
  readonly key: string;
  /** The most within a window; `unlimited` for one that only shares another's. */
  readonly limit: number;
  readonly window: Window;
  /** How much of it one use takes: a whole number, at least 1; 1 when absent. */
  readonly weight?: number;
  /** How a restart finds it: durable before each use, or soon after; in memory alone when absent. */
  readonly kept?: 'exactly' | 'soon';
  /** Whether it is to have no more than a fair share of the counter just before it in the list. */
  readonly sharesFormer?: boolean;
}

/** What so many uses take of a counter. */
export const amountOf = ({ weight = 1 }: Pick<Counter, 'weight'>, uses: number): number => uses * weight;

export const unlimited = Number.MAX_SAFE_INTEGER;

/** How a counter stands. */
export interface Standing {
  /** Within the window; of what was acquired, that included. */
  readonly used: number;
  /** The most it may have as others stand: its limit, or its share of another's. */
  readonly allowed: number;
  /** When what was refused would be granted, if nobody asked for anything meanwhile; 0 unless refused, null for never. */
  readonly retryAfterMs: number | null;
}

export interface Acquired {
  readonly granted: boolean;
  /** One a counter, in their order. */
  readonly standings: readonly Standing[];
  /** Where it was written down, one a counter: what `giveBack` takes it out of again. */
  readonly slices: readonly number[];
  /** When it was counted, in ms since the epoch, where counts are kept over restarts. */
  readonly countedAt?: number;
}

/**
 * Counts against limits, several at once and all of them or none. Of a counter, never more than its limit is granted
 * within a window, wherever the window begins, by all replicas that share an implementation together. A place may
 * become free up to a sixtieth of a sliding window later than the last use of it leaves the window.
 */
export interface RateLimits {
  /** So many uses (`cost`) of every counter, by their weights, or of none. */
  acquire(counters: readonly Counter[], cost: number): Acquired | Promise<Acquired>;
  /** Takes back what was acquired for the same counters and was not used after all. */
  giveBack(counters: readonly Counter[], cost: number, acquired: Acquired): void | Promise<void>;
  /** How counters stand; nothing is acquired. A counter that could give nothing more says when it will. */
  peek(counters: readonly Counter[]): Acquired | Promise<Acquired>;
}
