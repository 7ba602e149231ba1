import type { InboxList } from '@assay/contracts';
import type { DecideApprovals } from '@assay/gateway';
import type { Caller, ReadNotifications } from '@assay/identity';
import { type Clock, wait } from '@assay/kernel';
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
  let change = new AbortController();
  const stop = feed.listen(caller.organisationId, () => change.abort());
  try {
    let last = await looksOf(caller, ports);
    yield lists;
    while (!signal.aborted && clock.now() < endsAt) {
      await wait(clock, endsAt - clock.now(), AbortSignal.any([signal, change.signal]));
      if (signal.aborted || clock.now() >= endsAt) return;
      await wait(clock, inboxPace.settleMs, signal);
      change = new AbortController();
      const current = await looksOf(caller, ports);
      const changed = lists.filter((list) => current[list] !== last[list]);
      last = current;
      if (changed.length > 0) yield changed;
    }
  } finally {
    stop();
  }
}
