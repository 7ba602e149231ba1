import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { forgetExpired } from './forget-expired.js';

describe('forgetExpired', () => {
  it('asks every store to delete what has expired by now', async () => {
    const clock = new FakeClock();
    const asked: number[] = [];
    const store = { prune: async (at: number) => asked.push(at) };
    const job = forgetExpired([store, store], clock);
    await job.run(new AbortController().signal);
    expect(asked).toEqual([clock.now(), clock.now()]);
    expect(job).toMatchObject({ name: 'outputs.forget', everyMs: 600_000 });
  });
});
