import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { settlesInTime } from './settles-in-time.js';

const never = new Promise<void>(() => {});

describe('settlesInTime', () => {
  it('is true for what settles, and false for what cannot be written', async () => {
    const clock = new FakeClock();
    const deadline = startDeadline(clock, 5_000);
    expect(await settlesInTime(Promise.resolve(), deadline, clock)).toBe(true);
    expect(await settlesInTime(Promise.reject(new Error('never')), deadline, clock)).toBe(false);
  });

  it.each([
    ['what is left of the deadline', 5_000, 5_000],
    ['at least a second', 10, 1_000],
  ])('waits %s', async (_, deadlineMs, waitsMs) => {
    const clock = new FakeClock();
    let answer: boolean | undefined;
    const deadline = startDeadline(clock, deadlineMs);
    deadline.end();
    const waiting = settlesInTime(never, deadline, clock).then((it) => {
      answer = it;
    });
    clock.advance(waitsMs - 1);
    await Promise.resolve();
    expect(answer).toBeUndefined();
    clock.advance(1);
    await waiting;
    expect(answer).toBe(false);
  });

  it('leaves a call that is cancelled meanwhile one more second', async () => {
    const clock = new FakeClock();
    const deadline = startDeadline(clock, 600_000);
    const waiting = settlesInTime(never, deadline, clock);
    deadline.cancel();
    clock.advance(1_000);
    expect(await waiting).toBe(false);
  });
});
