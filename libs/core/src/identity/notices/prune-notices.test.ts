import { FakeClock } from '@assay/testing';
import { expect, it } from '@jest/globals';
import { pruneNotices } from './prune-notices.js';

it('forgets what is ninety days old, in every store', async () => {
  const clock = new FakeClock(Date.UTC(2026, 3, 1));
  const asked: string[] = [];
  const store = (name: string) => ({
    prune: async (before: number) => {
      asked.push(`${name} ${new Date(before).toISOString().slice(0, 10)}`);
      return 0;
    },
  });
  await pruneNotices([store('a'), store('b')], clock).run(new AbortController().signal);
  expect(asked).toEqual(['a 2026-01-01', 'b 2026-01-01']);
});
