/** @own-realm */
import { expect, it } from '@jest/globals';
import { realmNumber } from './counted.mjs';

it('evaluates its modules itself', () => {
  expect(globalThis.evaluations).toBe(1);
  expect(globalThis.firstRealm).toBeUndefined();
  expect(realmNumber).toBeGreaterThanOrEqual(0);
});
