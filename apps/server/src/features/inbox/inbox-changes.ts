import type { InboxList } from '@assay/contracts';
import type { DecideApprovals } from '@assay/gateway';
import type { Caller, ReadNotifications } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { InboxFeed } from './inbox-feed.js';

export interface InboxChangesPorts {
  readonly approvals: Pick<DecideApprovals, 'list'>;
  readonly notifications: Pick<ReadNotifications, 'list'>;
  readonly feed: Pick<InboxFeed, 'listen'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/**
 * How long changes are collected before the lists are compared, and how long one stream lasts: a client that comes back is
 * authenticated again.
 */
export const inboxPace = Object.freeze({ settleMs: 200, streamMs: 300_000 });

/** Newer entries push older ones out, so a change further down is read with the next page that a person opens. */
const watched = 50;

const lists: readonly InboxList[] = ['approvals', 'notifications'];

/** What a caller's inbox looks like, list by list, as texts to compare. */
async function looksOf(caller: Caller, { approvals, notifications }: InboxChangesPorts) {
  const [waiting, notices] = await Promise.all([
    approvals.list(caller, { limit: watched }),
    notifications.list(caller, { after: null, limit: watched, unread: true }),
  ]);
  return {
    approvals: waiting.map(({ id, state, outcome, decisions }) => [id, state, outcome, decisions.length]).join(';'),
    notifications: notices.ok ? notices.value.map(({ id }) => id).join(';') : '',
  };
}

/**
 * The lists that changed, each time some did, until the time of a stream is over or the signal is aborted. The lists are
 * read after a change in the caller's organisation alone.
 */
export async function* inboxChanges(
  caller: Caller,
  ports: InboxChangesPorts,
  signal: AbortSignal,
): AsyncGenerator<readonly InboxList[]> {
  const { clock, feed } = ports;
  const endsAt = clock.now() + inboxPace.streamMs;
  const pending = new Pending();
  const stop = feed.listen(caller.organisationId, () => pending.set());
  try {
    let last = await looksOf(caller, ports);
    yield lists;
    while (!signal.aborted && clock.now() < endsAt) {
      await pending.wait(clock, endsAt - clock.now(), signal);
      if (signal.aborted || clock.now() >= endsAt) return;
      await pause(clock, inboxPace.settleMs, signal);
      pending.clear();
      const current = await looksOf(caller, ports);
      const changed = lists.filter((list) => current[list] !== last[list]);
      last = current;
      if (changed.length > 0) yield changed;
    }
  } finally {
    stop();
  }
}

/** Whether something changed since the last look. */
class Pending {
  #isSet = false;
  #wake: () => void = () => undefined;

  set(): void {
    this.#isSet = true;
    this.#wake();
  }

  clear(): void {
    this.#isSet = false;
  }

  async wait(clock: Pick<Clock, 'after'>, atMostMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isSet) await pause(clock, atMostMs, signal, (wake) => (this.#wake = wake));
  }
}

/** Ends after a time, when the signal is aborted, or when the caller stops it. */
const pause = (
  clock: Pick<Clock, 'after'>,
  ms: number,
  signal: AbortSignal,
  given: (end: () => void) => void = () => undefined,
): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end);
    given(end);
  });
