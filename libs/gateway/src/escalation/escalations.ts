import type { Failure } from '@assay/kernel';
import type { Call } from '../call.js';
import type { KeptResult } from '../idempotency/idempotency-ledger.js';
import type { Repeat } from '../idempotency/keyed.js';

/** Persons, as calls ask them. */
export interface Escalations {
  /** Opens a ticket for a call; undefined when too many of its caller wait, or it could not be written in the time a record may take. */
  open(
    call: Call,
    failure: Failure,
    capability: string | null,
  ): Promise<{ readonly id: string; readonly url: string } | undefined>;
  /** What a call that was escalated is answered with since; undefined while its ticket is open. */
  completionOf(invocationId: string): Promise<KeptResult | undefined>;
}

/** A repeat of an escalated call is answered with what a person has answered since; as before when that is not known. */
export async function withCompletion(
  repeat: Repeat,
  { completionOf }: Pick<Escalations, 'completionOf'>,
): Promise<Repeat> {
  if (repeat.result?.envelope.status !== 'escalated') return repeat;
  const completed = await completionOf(repeat.invocationId).catch(() => undefined);
  if (completed === undefined) return repeat;
  const { receipt } = repeat.result.envelope;
  return { ...repeat, result: { ...completed, envelope: { ...completed.envelope, receipt } } };
}
