import type { Outcome } from '@assay/contracts';
import type { SuspendedAt } from '@assay/gateway';
import type { Waiting } from '../runs/await-persons.js';

/**
 * A suspended call of a composition: steps of it wait for people, and none of the others can continue. Encrypted at
 * rest, except for its owner. Times are milliseconds since the epoch.
 */
export interface SuspendedCall extends SuspendedAt {
  readonly organisationId: string;
  /** The caller. */
  readonly principalId: string;
  /** The calls of its steps that wait. */
  readonly waits: readonly Waiting[];
  /** What its steps have done by then. */
  readonly effect: Outcome;
  readonly leftAt: number;
}

/** Which leaving of a call is meant: it may be left again when it goes on. */
export type Leaving = Pick<SuspendedCall, 'invocationId' | 'leftAt'>;

/** Calls that were left. Every answer is durable. */
export interface SuspendedCallStore {
  /** In the place of what was kept of the same call before. */
  keep(left: SuspendedCall): Promise<void>;
  find(invocationId: string): Promise<{ readonly left: SuspendedCall; readonly isCancelled: boolean } | undefined>;
  /** Its caller does not want it any more; false when no such call of theirs is left. Doing it again does no harm. */
  cancel(invocationId: string, principalId: string): Promise<boolean>;
  /** It has ended; a later leaving of the same call stays. */
  forget(leaving: Leaving): Promise<void>;
  /** Those left before, oldest first. */
  leftBefore(at: number, limit: number): Promise<readonly Leaving[]>;
}
