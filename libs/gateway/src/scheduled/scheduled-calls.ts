import { dayMs } from '@assay/kernel';
import type { SuspendedAt } from '../approvals/approval.js';

/** How far ahead a call may be scheduled, and how many of one caller wait at a time. */
export const scheduleDefaults = Object.freeze({ maxAheadMs: 365 * dayMs, maxWaiting: 1_000 });

/** The kind of run that makes a scheduled call when it is due; it has the call's id. */
export const scheduledRun = 'scheduled-call';

/** A call that is made later, with what is needed to make it; sealed at rest. Times in ms since the epoch. */
export interface ScheduledCall extends SuspendedAt {
  readonly organisationId: string;
  readonly principalId: string;
  readonly notBefore: number;
  readonly scheduledAt: number;
}

export interface ScheduledState {
  readonly call: ScheduledCall;
  /** When it was begun first; null while it waits. */
  readonly begunAt: number | null;
  /** Cancelled before it was begun. */
  readonly isCancelled: boolean;
  /** Its caller asked for its cancellation after it was begun. */
  readonly isUnwanted: boolean;
}

/** Scheduled calls until they have ended. Every answer is durable before it is given. */
export interface ScheduledCalls {
  /** Keeps a call; `full` when so many of its caller's wait already. One that is there is kept as it is now. */
  add(call: ScheduledCall, maxWaiting: number): Promise<'added' | 'full'>;
  find(id: string): Promise<ScheduledState | undefined>;
  /** Notes that the call is being made; false when it was cancelled or is gone. Doing it again changes nothing. */
  begin(id: string, at: number): Promise<boolean>;
  /**
   * Cancels a call of this principal. One that has been begun is `requested`: the replica that makes it finds it unwanted.
   * Undefined when there is none.
   */
  cancel(id: string, principalId: string): Promise<'cancelled' | 'requested' | undefined>;
  end(id: string): Promise<void>;
  /** Ids of calls that were due before a time, and of cancelled ones; the earliest due first. */
  dueBefore(at: number, limit: number): Promise<readonly string[]>;
}
