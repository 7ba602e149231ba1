/** The current row; null when it was deleted. The packages that own the rows define `state` for each kind. */
export interface Change<K extends string = string, S = unknown> {
  readonly kind: K;
  readonly id: string;
  readonly state: S | null;
}

/**
 * The committed state of the database, then every change, through the transactional outbox. Delivery is at least once
 * and by state, so that applying a change twice, or out of order, does no harm.
 */
export interface ChangeFeed<C extends Change = Change> {
  /** Delivers the current state in batches, resolves when it is applied, then follows changes. */
  start(apply: (changes: readonly C[]) => void | Promise<void>): Promise<void>;
  /** Resolves once everything committed before the call has been applied here. */
  caughtUp(): Promise<void>;
  /** When this replica last confirmed that it is up to date, in ms since the epoch. */
  confirmedAt(): number;
  /** The age of that confirmation in ms; also correct after the clock was set or the machine slept. */
  sinceConfirmedMs(): number;
  stop(): Promise<void>;
}
