import type { Clock, Deadline } from '@assay/kernel';

/** What a record may always take, however little is left of its call's deadline. */
const minMs = 1_000;

/**
 * Whether a record is durable before its call's deadline, or within a second when less is left or the call is cancelled.
 * A record that cannot be written at all counts as late. The deadline's own timer has been released: the call is over.
 */
export async function settlesInTime(settled: Promise<void>, deadline: Deadline, clock: Clock): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const giveUp = () => resolve(false);
  let stopTimer = clock.after(Math.max(minMs, deadline.signal.aborted ? 0 : deadline.remainingMs()), giveUp);
  const hurry = () => {
    stopTimer();
    stopTimer = clock.after(minMs, giveUp);
  };
  deadline.signal.addEventListener('abort', hurry, { once: true });
  const durable = settled.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([durable, late]);
  } finally {
    stopTimer();
    deadline.signal.removeEventListener('abort', hurry);
  }
}
