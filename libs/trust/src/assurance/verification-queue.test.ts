import { FakeClock, FakeRandom, ManualJobs } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import type { Verification } from './verification.js';
import { VerificationQueue } from './verification-queue.js';

const began = (id: string, endedAt: number | null = null) => ({ id, endedAt, versionId: `of ${id}` }) as Verification;

function setUp(rows: readonly Verification[], due: Verification[] = [], unfinished: Verification[] = []) {
  const jobs = new ManualJobs();
  const clock = new FakeClock(100_000);
  const verified: string[] = [];
  const before: number[] = [];
  const verify = {
    run: async ({ id }: Verification) => {
      if (id === 'broken') throw new Error('no answer');
      verified.push(id);
    },
  };
  const verifications = {
    beginDue: async () => due.splice(0, 100),
    unfinished: async (time: number) => {
      before.push(time);
      return unfinished;
    },
    find: async (id: string) => [...rows, ...unfinished].find((it) => it.id === id),
  };
  const queue = new VerificationQueue({
    ...{ jobs, clock, random: new FakeRandom() },
    ...{ verifications, verify: verify as never },
  });
  return { queue, jobs, verified, before };
}

it('carries out what is queued, unless it is gone or has ended', async () => {
  const { queue, jobs, verified } = setUp([began('a'), began('ended', 5)]);
  for (const id of ['a', 'ended', 'gone']) await queue.add({ id });
  await jobs.runQueued();
  expect(verified).toEqual(['a']);
});

it('queues what is due, to the last, and what began a minute ago and was never queued', async () => {
  const due = Array.from({ length: 150 }, (_, index) => began(`due ${index}`));
  const { jobs, verified, before } = setUp([...due], [...due], [began('lost')]);
  await jobs.run('verifications.sweep');
  await jobs.runQueued();
  expect([verified.length, verified[0], before]).toEqual([151, 'lost', [40_000]]);
});

it('names the version of one that fails, which the queue repeats', async () => {
  const { queue, jobs } = setUp([began('broken')]);
  await queue.add({ id: 'broken' });
  await jobs.runQueued();
  expect(String(jobs.failures[0])).toContain('The verification of version of broken failed: no answer');
});
