import { expect, it } from '@jest/globals';
import { fraction } from './fraction.js';

it.each([
  ['AAAAAAAA', 0],
  ['gAAAAAAA', 0.5],
  ['________', 1 - 2 ** -48],
])('reads %s as %d', (token, expected) => {
  expect(fraction({ token: () => token })).toBe(expected);
});
