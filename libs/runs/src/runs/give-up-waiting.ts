import type { Caller } from '@assay/identity';
import { err, ok } from '@assay/kernel';
import { type AwaitPersonsPorts, awaitEnd, type Waiting } from './await-persons.js';
import type { StepResult } from './make-step.js';

export interface GiveUpPorts extends AwaitPersonsPorts {
  /** Withdraws a call of the caller's own that waits for a person; false when none does any more. */
  readonly withdraw: (caller: Caller, invocationId: string) => Promise<boolean>;
}

/** How long a call that was withdrawn may take to say what it had done by then, in ms. */
const patienceMs = 5_000;

/**
 * Nobody wants a call any more that waits for consent: it is withdrawn, so that a consent that comes later does nothing.
 * Answered is what it did nevertheless, because consent was given before that could be said, or because it is a
 * composition that had done a part; undefined when that is nothing.
 */
export async function giveUpWaiting(
  caller: Caller,
  waiting: Waiting,
  left: AbortSignal,
  ports: GiveUpPorts,
): Promise<StepResult | undefined> {
  const isWithdrawn = await ports.withdraw(caller, waiting.id).catch(() => true);
  const over = new AbortController();
  const stopTimer = isWithdrawn ? ports.clock.after(patienceMs, () => over.abort()) : () => undefined;
  const envelope = await awaitEnd(waiting, AbortSignal.any([left, over.signal]), ports).finally(stopTimer);
  if (envelope === undefined) return undefined;
  const { error, output, status } = envelope;
  if (status === 'succeeded' || status === 'conditional') return { envelope, result: ok(output) };
  return error === undefined || error.outcome === 'none' ? undefined : { envelope, result: err(error) };
}
