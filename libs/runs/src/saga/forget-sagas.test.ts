import { expect, it } from '@jest/globals';
import { forgetSagas } from './forget-sagas.js';
import { sagaDefaults } from './saga.js';

it('forgets what steps of sagas held that ended before they are kept for, once an hour', async () => {
  const before: number[] = [];
  const forget = async (endedBefore: number) => before.push(endedBefore);
  const job = forgetSagas({ forget }, { now: () => sagaDefaults.keepMs + 7 });
  await job.run(new AbortController().signal);
  expect([before, job.everyMs]).toEqual([[7], 3_600_000]);
});
