import type { Caller } from '@assay/identity';
import { ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { type InboxChangesPorts, inboxChanges, inboxPace } from './inbox-changes.js';

const caller = { principalId: 'ann' } as Caller;

function setUp() {
  const clock = new FakeClock();
  const approvals: object[] = [];
  const notices: object[] = [];
  const ports = {
    clock,
    approvals: { list: async () => approvals },
    notifications: { list: async () => ok(notices) },
  } as unknown as InboxChangesPorts;
  const gone = new AbortController();
  const stream = inboxChanges(caller, ports, gone.signal);
  /** Lets reads settle and time pass until the stream has something. */
  const next = async () => {
    const awaited = stream.next();
    let isThere = false;
    void awaited.then(() => (isThere = true));
    for (let turn = 0; turn < 1_000 && !isThere; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isThere) clock.advance(inboxPace.everyMs);
    }
    return awaited;
  };
  return { approvals, notices, gone, next, clock };
}

describe('the changes of an inbox', () => {
  it('begin with every list, then name the lists that changed', async () => {
    const { approvals, notices, next } = setUp();
    expect((await next()).value).toEqual(['approvals', 'notifications']);
    approvals.push({ id: 'a', state: 'pending', outcome: null, decisions: [] });
    expect((await next()).value).toEqual(['approvals']);
    approvals[0] = { id: 'a', state: 'approved', outcome: null, decisions: [{}] };
    notices.push({ id: 'n' });
    expect((await next()).value).toEqual(['approvals', 'notifications']);
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
