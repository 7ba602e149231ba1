import type { Caller } from '@assay/identity';
import { ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { type InboxChangesPorts, inboxChanges, inboxPace } from './inbox-changes.js';
import { InboxFeed } from './inbox-feed.js';

const caller = { principalId: 'ann', organisationId: 'acme' } as Caller;

function setUp() {
  const clock = new FakeClock();
  const feed = new InboxFeed();
  const reads = { count: 0 };
  const approvals: object[] = [];
  const notices: object[] = [];
  const ports = {
    clock,
    feed,
    approvals: {
      list: async () => {
        reads.count += 1;
        return approvals;
      },
    },
    notifications: { list: async () => ok(notices) },
  } as unknown as InboxChangesPorts;
  const gone = new AbortController();
  const stream = inboxChanges(caller, ports, gone.signal);
  /** Lets reads settle and time pass until the stream has something. */
  const next = async () => {
    const awaited = stream.next();
    let isThere = false;
    void awaited.then(() => (isThere = true));
    for (let turn = 0; turn < 2_000 && !isThere; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isThere) clock.advance(inboxPace.settleMs);
    }
    return awaited;
  };
  return { approvals, notices, gone, next, clock, feed, reads };
}

describe('the changes of an inbox', () => {
  it('begin with every list, then name the lists that changed', async () => {
    const { approvals, notices, next, feed } = setUp();
    expect((await next()).value).toEqual(['approvals', 'notifications']);
    approvals.push({ id: 'a', state: 'pending', outcome: null, decisions: [] });
    feed.changed('acme');
    expect((await next()).value).toEqual(['approvals']);
    approvals[0] = { id: 'a', state: 'approved', outcome: null, decisions: [{}] };
    notices.push({ id: 'n' });
    feed.changed('acme');
    expect((await next()).value).toEqual(['approvals', 'notifications']);
  });

  it('are looked for after a change alone, and once for many at a time', async () => {
    const { approvals, next, feed, reads } = setUp();
    await next();
    expect(reads.count).toBe(1);
    approvals.push({ id: 'a', state: 'pending', outcome: null, decisions: [] });
    feed.changed('other');
    for (let change = 0; change < 5; change++) feed.changed('acme');
    await next();
    expect(reads.count).toBe(2);
    expect((await next()).done).toBe(true);
    expect(reads.count).toBe(2);
  });

  it('end after the time of a stream, and at once when the client is gone', async () => {
    const timed = setUp();
    await timed.next();
    expect((await timed.next()).done).toBe(true);
    const left = setUp();
    await left.next();
    left.gone.abort();
    expect((await left.next()).done).toBe(true);
  });
});
