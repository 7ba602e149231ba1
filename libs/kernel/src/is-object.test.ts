import { expect, it } from '@jest/globals';
import { isObject } from './is-object.js';

it.each<[unknown, boolean]>([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  ['text', false],
  [undefined, false],
])('isObject(%j) is %s', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});
