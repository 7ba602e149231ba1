import { setTimeout as pause } from 'node:timers/promises';
import { makeQueueSchema, PgBossJobs } from '@assay/jobs';
import { jobsContract } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { clock, withDatabase } from '../persistence/fixture.js';

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (isSo()) return;
    await pause(10);
  }
  throw new Error(`It never happened: ${what}.`);
}

describe('PgBossJobs keeps the contract of Jobs', () => {
  it.each(jobsContract)('$name', async ({ check }) => {
    const opened: PgBossJobs[] = [];
    const failed: string[] = [];
    const run = withDatabase(async ({ url }) => {
      await makeQueueSchema(url);
      const open = () => {
        const one = new PgBossJobs({ databaseUrl: url, clock, onProblem: (name) => failed.push(name) });
        opened.push(one);
        return one;
      };
      try {
        await check({ open, failed: () => failed, until });
      } finally {
        for (const one of opened) await one.stop();
      }
    });
    await expect(run).resolves.toBeUndefined();
  });
});
