import type { Envelope } from '@assay/contracts';
import type { ScheduledCalls } from './scheduled-calls.js';

export interface ScheduledStandingPorts {
  readonly store: Pick<ScheduledCalls, 'find'>;
  /** What is recorded of a call; undefined before anything is. */
  readonly recorded: (invocationId: string) => Promise<Envelope | undefined>;
}

/** A scheduled call that some replica makes now. */
export const beingMade = (recorded: Envelope): Envelope => ({ ...recorded, status: 'running' });

/** A recorded call as it is now: the record of a scheduled one is not written again until it has ended. */
export async function scheduledStanding(
  recorded: Envelope,
  { store, recorded: read }: ScheduledStandingPorts,
): Promise<Envelope> {
  if (recorded.status !== 'scheduled') return recorded;
  const state = await store.find(recorded.id);
  // It may have ended between the two questions.
  if (state === undefined) return (await read(recorded.id)) ?? recorded;
  return state.begunAt === null ? recorded : beingMade(recorded);
}
