/**
 * A row as it is now; null when it is gone. The rooms that own the rows say what `state` is, kind by kind.
 */
export interface Change<K extends string = string, S = unknown> {
  readonly kind: K;
  readonly id: string;
  readonly state: S | null;
}

/**
 * The committed state of the database, then everything that changes in it, through the transactional outbox.
 * Delivery is at least once and by state, so that applying a change twice, or a newer one first, does no harm.
 */
export interface ChangeFeed<C extends Change = Change> {
  /** Delivers everything there is in batches, resolves when it is applied, then follows. */
  start(apply: (changes: readonly C[]) => void | Promise<void>): Promise<void>;
  /** Resolves once everything that was committed before the call has been applied here. */
  caughtUp(): Promise<void>;
  /** When this replica last confirmed that it is up to date, in ms since the epoch. */
  confirmedAt(): number;
  /** How long ago that was, in ms; also right after the clock was set or the machine slept. */
  sinceConfirmedMs(): number;
  stop(): Promise<void>;
}
