import { expect, it } from '@jest/globals';
import { realmNumber } from './counted.mjs';

it('shares the modules of the first file again', () => {
  expect(globalThis.evaluations).toBe(1);
  expect(realmNumber).toBe(globalThis.firstRealm);
});
