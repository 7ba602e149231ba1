import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { boundedCheck, noAnswer } from './bounded-check.js';

it('says that it is well, or what is wrong', async () => {
  const clock = new FakeClock();
  expect(await boundedCheck(async () => undefined, 750, clock)()).toBeNull();
  const broken = boundedCheck(() => Promise.reject(new Error('nothing listens there')), 750, clock);
  expect(await broken()).toBe('nothing listens there');
});

it('answers in time while the check hangs, begins no second one meanwhile, and the next one after it', async () => {
  const clock = new FakeClock();
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const check = boundedCheck(() => (gates[begun++] as (typeof gates)[number]).promise, 750, clock);
  const asked = [check(), check()];
  clock.advance(750);
  expect(await Promise.all(asked)).toEqual([noAnswer(750), noAnswer(750)]);
  expect(begun).toBe(1);
  gates[0]?.resolve();
  await gates[0]?.promise;
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  gates[1]?.resolve();
  expect(await check()).toBeNull();
  expect(begun).toBe(2);
});
