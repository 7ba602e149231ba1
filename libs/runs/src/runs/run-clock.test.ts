import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { RunClock } from './run-clock.js';

it('stands still while anybody waits, and its timers with it', () => {
  const clock = new FakeClock();
  const run = new RunClock(clock, 42);
  expect(run.now()).toBe(42);
  const from = run.monotonic();
  const rung: number[] = [];
  run.after(100, () => rung.push(run.monotonic() - from));
  const stop = run.after(100, () => rung.push(-1));
  clock.advance(60);
  const [first, second] = [run.standStill(), run.standStill()];
  clock.advance(1_000);
  first();
  clock.advance(1_000);
  expect([run.monotonic() - from, rung]).toEqual([60, []]);
  second();
  stop();
  clock.advance(39);
  expect(rung).toEqual([]);
  clock.advance(61);
  expect(rung).toHaveLength(1);
  expect(rung[0]).toBeGreaterThanOrEqual(100);
});
