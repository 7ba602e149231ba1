import type { Caller } from '@assay/identity';
import { type Clock, isoTime, wait } from '@assay/kernel';
import type { DashboardAsked, ReadDashboard } from '@assay/trust';

/** How often a stream looks, and how long it lasts: a client that comes back is authenticated again. */
export const dashboardPace = Object.freeze({ everyMs: 2_000, streamMs: 300_000 });

/** An event each time more calls were counted, until the time of a stream is over or the signal is aborted. */
export async function* dashboardChanges(
  { caller, asked }: { readonly caller: Caller; readonly asked: DashboardAsked },
  { reading, clock }: { readonly reading: Pick<ReadDashboard, 'mark'>; readonly clock: Pick<Clock, 'now' | 'after'> },
  signal: AbortSignal,
): AsyncGenerator<{ readonly countedAt: string }> {
  const endsAt = clock.now() + dashboardPace.streamMs;
  let last: number | undefined;
  while (!signal.aborted && clock.now() < endsAt) {
    const mark = await reading.mark(caller, asked);
    if (!mark.ok) return;
    if (mark.value !== last) yield { countedAt: isoTime(clock.now()) };
    last = mark.value;
    await wait(clock, dashboardPace.everyMs, signal);
  }
}
