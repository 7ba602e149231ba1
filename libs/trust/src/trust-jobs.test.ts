import {
  InMemoryCatalogueStore,
  InMemoryChangeFeed,
  InMemoryEvidenceStore,
  InMemoryRatingStore,
} from '@assay/gateway/testing';
import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { trustJobs } from './trust-jobs.js';

it('scores often, rolls up every hour and refreshes reputations every day; a roll-up without days scores nothing', async () => {
  const catalogue = new InMemoryCatalogueStore(new InMemoryChangeFeed());
  const evidence = new InMemoryEvidenceStore(catalogue, new InMemoryRatingStore(catalogue));
  let runs = 0;
  const scoring = {
    run: async () => {
      runs += 1;
    },
  };
  const jobs = trustJobs(evidence, scoring, new FakeClock());
  expect(jobs.map(({ name, everyMs }) => [name, everyMs])).toEqual([
    ['trust.score', 15_000],
    ['trust.roll-up', 3_600_000],
    ['trust.refresh', 86_400_000],
  ]);
  for (const job of jobs) await job.run(new AbortController().signal);
  expect(runs).toBe(2);
});
