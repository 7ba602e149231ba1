import type { Envelope } from '@assay/contracts';
import type { Approval, KeptResult } from '@assay/gateway';
import { type Clock, wait } from '@assay/kernel';

export interface AwaitPersonsPorts {
  /** Approvals by their id. */
  readonly approval: (id: string) => Promise<Pick<Approval, 'settledAt'> | undefined>;
  /** A call as it was recorded last. */
  readonly recorded: (invocationId: string) => Promise<Envelope | undefined>;
  /** What a person answered in the place of a call. */
  readonly completionOf: (invocationId: string) => Promise<KeptResult | undefined>;
  readonly clock: Pick<Clock, 'after'>;
}

/** What is needed of a call to wait for it. */
export type Waiting = Pick<Envelope, 'id' | 'status' | 'approval' | 'escalation'>;

const firstLookMs = 50;
const maxMs = 2_000;

/** Whether a call has not come to its end: a person decides on it or is asked for its answer, or it runs elsewhere. */
export const waitsStill = ({ status }: Pick<Envelope, 'status'>): boolean =>
  status === 'awaiting_approval' || status === 'escalated' || status === 'running';

/** Whether it is a person that a call waits for. */
export const waitsForPerson = ({ status }: Pick<Envelope, 'status'>): boolean =>
  status === 'awaiting_approval' || status === 'escalated';

/**
 * A call once it has come to its end, which may take days; undefined when the signal aborts before. It is looked for less
 * and less often, at the least every two seconds. What cannot be asked just now is asked again. Not for a call that has
 * come to its end. `goesOn` says how long it is waited for, where that is not to its end.
 */
export async function awaitEnd(
  waiting: Waiting,
  signal: AbortSignal,
  ports: AwaitPersonsPorts,
  goesOn: (envelope: Waiting) => boolean = waitsStill,
): Promise<Envelope | undefined> {
  let envelope: Waiting = waiting;
  for (let pauseMs = firstLookMs; goesOn(envelope); pauseMs = Math.min(pauseMs * 1.5, maxMs)) {
    if (!(await wait(ports.clock, pauseMs, signal))) return undefined;
    envelope = (await next(envelope, ports).catch(() => undefined)) ?? envelope;
  }
  return envelope as Envelope;
}

/** What is recorded of a call now; undefined while there is nothing new. */
export async function next(envelope: Waiting, ports: AwaitPersonsPorts): Promise<Envelope | undefined> {
  if (envelope.status === 'escalated') return (await ports.completionOf(envelope.id))?.envelope;
  if (envelope.status === 'awaiting_approval' && envelope.approval !== undefined) {
    const approval = await ports.approval(envelope.approval.id);
    if (approval !== undefined && approval.settledAt === null) return undefined;
  }
  return ports.recorded(envelope.id);
}
