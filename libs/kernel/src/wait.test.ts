import { expect, it } from '@jest/globals';
import { FakeClock } from './testing/fake-system.js';
import { wait } from './wait.js';

it('ends when the time has passed', async () => {
  const clock = new FakeClock();
  const waiting = wait(clock, 100, new AbortController().signal);
  clock.advance(100);
  expect([await waiting, clock.waiting]).toEqual([true, 0]);
});

it('ends immediately when the signal aborts, and leaves no timer', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const waiting = wait(clock, 100, controller.signal);
  controller.abort();
  expect([await waiting, clock.waiting]).toEqual([false, 0]);
  expect(await wait(clock, 100, controller.signal)).toBe(false);
});
