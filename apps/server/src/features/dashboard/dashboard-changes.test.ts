import type { Caller } from '@assay/identity';
import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { dashboardChanges, dashboardPace } from './dashboard-changes.js';

const watch = { caller: { principalId: 'ann' } as Caller, asked: {} };

function setUp() {
  const clock = new FakeClock();
  let mark = 1;
  let isPossible = true;
  const reading = { mark: async () => (isPossible ? ok(mark) : fail('not_found', 'gone')) };
  const gone = new AbortController();
  const stream = dashboardChanges(watch, { reading, clock }, gone.signal);
  const next = async () => {
    const awaited = stream.next();
    let isThere = false;
    void awaited.then(() => (isThere = true));
    for (let turn = 0; turn < 1_000 && !isThere; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isThere) clock.advance(dashboardPace.everyMs);
    }
    return awaited;
  };
  return { clock, gone, next, count: () => (mark += 1), refuse: () => (isPossible = false) };
}

describe('the changes of a dashboard', () => {
  it('begin at once, then come when more was counted', async () => {
    const { next, count } = setUp();
    expect((await next()).done).toBe(false);
    count();
    expect((await next()).value).toHaveProperty('countedAt');
  });

  it('end after the time of a stream, when the client is gone, and when the filter is no longer possible', async () => {
    const timed = setUp();
    await timed.next();
    expect((await timed.next()).done).toBe(true);
    const left = setUp();
    await left.next();
    left.gone.abort();
    expect((await left.next()).done).toBe(true);
    const refused = setUp();
    await refused.next();
    refused.refuse();
    expect((await refused.next()).done).toBe(true);
  });
});
