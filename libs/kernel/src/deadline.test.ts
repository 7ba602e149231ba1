import { describe, expect, it } from '@jest/globals';
import { cancelledReason, deadlineReason, revokedReason, startDeadline } from './deadline.js';
import { FakeClock } from './testing/fake-system.js';

describe('startDeadline', () => {
  it('counts down to zero and aborts when the time is up', () => {
    const clock = new FakeClock(1_000);
    const deadline = startDeadline(clock, 500);
    expect([deadline.at, deadline.remainingMs()]).toEqual([1_500, 500]);
    clock.advance(499);
    expect([deadline.remainingMs(), deadline.signal.aborted]).toEqual([1, false]);
    clock.advance(10);
    expect([deadline.remainingMs(), deadline.signal.reason]).toEqual([0, deadlineReason]);
  });

  it('can be ended by a cancellation or another reason, and keeps the first reason', () => {
    const [first, second] = [startDeadline(new FakeClock(), 500), startDeadline(new FakeClock(), 500)];
    first.cancel();
    second.cancel(revokedReason);
    second.cancel();
    expect([first.signal.reason, second.signal.reason]).toEqual([cancelledReason, revokedReason]);
  });

  it("ends with its caller's signal, also if that has already aborted", () => {
    const clock = new FakeClock();
    const caller = new AbortController();
    const deadline = startDeadline(clock, 500, caller.signal);
    caller.abort('the connection closed');
    expect(deadline.signal.reason).toBe(cancelledReason);
    expect(startDeadline(clock, 500, caller.signal).signal.reason).toBe(cancelledReason);
  });

  it('can be cancelled, and keeps the first reason', () => {
    const clock = new FakeClock();
    const deadline = startDeadline(clock, 500);
    deadline.cancel();
    clock.advance(500);
    expect(deadline.signal.reason).toBe(cancelledReason);
  });

  it('leaves neither timer nor listener behind after it ended', () => {
    const clock = new FakeClock();
    const caller = new AbortController();
    const deadline = startDeadline(clock, 500, caller.signal);
    deadline.end();
    expect(clock.waiting).toBe(0);
    caller.abort();
    clock.advance(1_000);
    expect(deadline.signal.aborted).toBe(false);
  });
});
