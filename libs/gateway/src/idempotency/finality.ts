import { errorTable } from '@assay/contracts';
import type { Failure } from '@assay/kernel';

/** What happens to a key when its call has ended. */
export type Ending =
  /** Every repeat is answered with this. */
  | 'kept'
  /** The next use makes the call as if there had been none. */
  | 'free'
  /** The next use makes the call, at a tool that takes it twice without harm. */
  | 'again';

export interface Ended {
  readonly failure: Failure | undefined;
  readonly readOnly: boolean;
  /** Calling the tool twice does no harm. */
  readonly repeatable: boolean;
  /** The tool gave an answer, be it that it failed. */
  readonly answered: boolean;
  /** A person has been asked for the answer. */
  readonly escalated: boolean;
}

/**
 * Results are kept, and failures that a repeat would not fix or after which it might do harm. Outcomes that certainly
 * had no effect and may succeed next time free the key: retryable failures, and calls that were cancelled, or ended by
 * a bug, before they reached the tool. An unknown outcome is kept, unless the tool gave no answer and may be asked
 * again.
 */
export function endingOf({ failure, readOnly, repeatable, answered, escalated }: Ended): Ending {
  if (failure === undefined || escalated) return 'kept';
  const outcome = readOnly ? 'none' : (failure.outcome ?? 'none');
  if (outcome === 'done') return 'kept';
  // Said of an earlier call, which this one did not dare to repeat.
  if (failure.code === 'outcome_unknown') return 'kept';
  if (outcome === 'unknown') return repeatable && !answered ? 'again' : 'kept';
  const row = errorTable[failure.code];
  return row.retryable || row.class === 'cancelled' || failure.code === 'internal' ? 'free' : 'kept';
}
