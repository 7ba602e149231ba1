import { afterEach, expect, it, jest } from '@jest/globals';
import { realmNumber } from './counted.mjs';

jest.setTimeout(123);
process.env.SAMPLE = 'of the first file';
globalThis.firstRealm = realmNumber;
globalThis.hooks = 0;
afterEach(() => {
  globalThis.hooks += 1;
});

// biome-ignore lint/suspicious/noFocusedTests: the file after this one must not inherit the focus
it.only('is the only one of its file', () => {
  expect(globalThis.evaluations).toBe(1);
});

it('is not run', () => {
  expect(true).toBe(false);
});
