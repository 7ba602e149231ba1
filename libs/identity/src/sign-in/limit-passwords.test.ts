import { minuteMs, secondMs } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import { SmallSignIn } from '../testing/small-sign-in.js';

const fail = async ({ limit }: SmallSignIn, times: number, address = '192.0.2.7', name = 'ann') => {
  for (let count = 0; count < times; count += 1) await limit.failed('default', name, address);
};
const waitMs = async ({ limit }: SmallSignIn, address = '192.0.2.7', name = 'ann') =>
  (await limit.refuses('default', name, address))?.retryAfterMs;

it('lets a few wrong passwords pass, then doubles the wait up to a quarter of an hour', async () => {
  const small = new SmallSignIn();
  await fail(small, 4);
  expect(await waitMs(small)).toBeUndefined();
  await fail(small, 1);
  expect(await waitMs(small)).toBe(secondMs);
  await fail(small, 1);
  expect(await waitMs(small)).toBe(2 * secondMs);
  small.clock.advance(2 * secondMs);
  expect(await waitMs(small)).toBeUndefined();
  await fail(small, 40);
  expect(await waitMs(small)).toBe(15 * minuteMs);
});

it('counts each name and network by itself, and forgets after the right password', async () => {
  const small = new SmallSignIn();
  await fail(small, 9);
  expect(await waitMs(small, '198.51.100.1')).toBeUndefined();
  expect(await waitMs(small, '192.0.2.7', 'bob')).toBeUndefined();
  await small.limit.succeeded('default', 'ann', '192.0.2.7');
  expect(await waitMs(small)).toBeUndefined();
});

it('waits an hour after a hundred wrong passwords from many networks', async () => {
  const small = new SmallSignIn();
  for (let at = 0; at < 100; at += 1) await fail(small, 1, `198.51.100.${at}`);
  expect(await waitMs(small, '203.0.113.9')).toBe(60 * minuteMs);
  small.clock.advance(60 * minuteMs);
  expect(await waitMs(small, '203.0.113.9')).toBeUndefined();
});
