import { expect, it } from '@jest/globals';
import { nearValue } from './near-value.js';

it.each([
  ['north-america', ['NORTH_AMERICA', 'EU'], 'NORTH_AMERICA'],
  ['Málaga', ['malaga'], 'malaga'],
  ['mid', ['middle', 'top'], 'middle'],
  ['m', ['middle', 'top'], undefined],
  ['en', ['en_US', 'en_GB'], undefined],
  ['pending ', ['pending', 'PENDING'], undefined],
  ['recieved', ['received'], undefined],
  ['recived', ['received'], 'received'],
  ['on', ['off', 'no'], undefined],
  ['!!', ['a'], undefined],
  ['x'.repeat(65), ['x'.repeat(65)], undefined],
])('takes %j among %j for %j', (value, allowed, expected) => {
  expect(nearValue(value, allowed)).toBe(expected);
});
