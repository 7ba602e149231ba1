import { setImmediate as aTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FakeClock } from './fake-system.js';
import { InMemoryJobs, InMemoryQueue } from './in-memory-jobs.js';
import { jobsContract } from './jobs.contract.js';

describe('InMemoryJobs keeps the contract of Jobs', () => {
  it.each(jobsContract)('$name', async ({ check }) => {
    const clock = new FakeClock();
    const queue = new InMemoryQueue();
    const failed: string[] = [];
    const until = async (what: string, isSo: () => boolean) => {
      for (let turn = 0; turn < 1_000; turn += 1) {
        if (isSo()) return;
        clock.advance(100);
        await aTurn();
      }
      throw new Error(`It never happened: ${what}.`);
    };
    const open = () => new InMemoryJobs(clock, queue, (name) => failed.push(name));
    await expect(check({ open, failed: () => failed, until })).resolves.toBeUndefined();
  });
});
