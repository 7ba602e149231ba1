import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { pruneNotices } from './prune-notices.js';

it('deletes rows older than ninety days in every store, and dead deliveries after thirty', async () => {
  const clock = new FakeClock(Date.UTC(2026, 3, 1));
  const asked: string[] = [];
  const store = (name: string) => ({
    prune: async (before: number) => {
      asked.push(`${name} ${new Date(before).toISOString().slice(0, 10)}`);
      return 0;
    },
  });
  const deliveries = { pruneDead: (before: number) => store('dead').prune(before) };
  await pruneNotices([store('a'), store('b')], deliveries, clock).run(new AbortController().signal);
  expect(asked).toEqual(['a 2026-01-01', 'b 2026-01-01', 'dead 2026-03-02']);
});
