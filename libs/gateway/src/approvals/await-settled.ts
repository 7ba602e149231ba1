import { type Clock, wait } from '@assay/kernel';
import type { Approval } from './approval.js';
import type { ApprovalStore } from './approval-store.js';

/** How often the store is asked, in ms. */
const askEveryMs = 250;

/** The approval once its call has ended, be it made or not; undefined when that takes longer, or the signal aborts. */
export async function awaitSettled(
  id: string,
  withinMs: number,
  signal: AbortSignal,
  { store, clock }: { readonly store: Pick<ApprovalStore, 'find'>; readonly clock: Pick<Clock, 'after' | 'monotonic'> },
): Promise<Approval | undefined> {
  const begun = clock.monotonic();
  for (;;) {
    const approval = await store.find(id);
    if (approval === undefined || approval.settledAt !== null) return approval;
    if (clock.monotonic() - begun >= withinMs || !(await wait(clock, askEveryMs, signal))) return undefined;
  }
}
