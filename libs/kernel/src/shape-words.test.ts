import { expect, it } from '@jest/globals';
import { shapeWords } from './shape-words.js';

it.each([
  ['Too big: expected number to be <=600000', 'must be at most 600000'],
  ['Too big: expected number to be <5', 'must be less than 5'],
  ['Too small: expected number to be >0', 'must be more than 0'],
  ['Too small: expected number to be >=-1.5', 'must be at least -1.5'],
  ['Too small: expected array to have >=1 items', 'must not be empty'],
  ['Too small: expected string to have >=2 characters', 'must have at least 2 characters'],
  ['Too big: expected string to have <=128 characters', 'must have at most 128 characters'],
  ['Invalid input: expected record, received string', 'must be an object, and is a text'],
  ['Invalid input: expected object, received null', 'must be an object, and is null'],
  ['Invalid input: expected int, received number', 'must be a whole number'],
  ['Invalid input: expected string, received undefined', 'is required'],
  ['Invalid input: expected "compose"', 'must be "compose"'],
  ['Invalid option: expected one of "retry"|"settle"', 'must be one of "retry", "settle"'],
  ['Invalid UUID', 'must be a UUID'],
  ['Invalid ISO datetime', 'must be a time such as 2026-01-31T12:00:00Z'],
  ['must be namespace/tool', 'must be namespace/tool'],
  ['is Too big: expected nothing', 'is Too big: expected nothing'],
])('%s: %s', (message, words) => {
  expect(shapeWords(message)).toBe(words);
});
