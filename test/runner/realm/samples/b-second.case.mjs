import { expect, it } from '@jest/globals';
import { realmNumber } from './counted.mjs';

it('shares the modules of the first file', () => {
  expect(globalThis.evaluations).toBe(1);
  expect(realmNumber).toBe(globalThis.firstRealm);
});

it('has its own hooks, focus, time limit and environment variables', () => {
  expect(globalThis.hooks).toBe(1);
  expect(globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')]).toBeUndefined();
  expect(process.env.SAMPLE).toBeUndefined();
});

it('fails', () => {
  expect('second').toBe('first');
});
