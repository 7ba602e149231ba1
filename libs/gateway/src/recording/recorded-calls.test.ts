import { expect, it } from '@jest/globals';
import { recordedContext } from './recorded-calls.js';

it('seals the arguments of each call in a place of their own', () => {
  expect(recordedContext('a')).not.toBe(recordedContext('b'));
});
