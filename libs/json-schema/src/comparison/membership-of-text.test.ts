import { expect, it } from '@jest/globals';
import { constrainsText, isOfFormat, matches, numberFormats } from './membership-of-text.js';
import { Undecided } from './space.js';

it.each([
  ['^a+$', 'aaa', true],
  ['^a+$', 'aab', false],
  ['b', 'abc', true],
  ['', '', true],
])('the pattern /%s/ on "%s": %s', (source, text, expected) => expect(matches(source, text)).toBe(expected));

it('a pattern that cannot run in linear time leaves the answer open, each time', () => {
  for (let i = 0; i < 2; i += 1) expect(() => matches('(a)\\1', 'aa')).toThrow(Undecided);
});

it('more patterns than are cached still match', () => {
  for (let i = 0; i < 1_001; i += 1) expect(matches(`^${i}$`, String(i))).toBe(true);
  expect(matches('^0$', '0')).toBe(true);
});

it.each([
  ['date', true],
  ['email', true],
  ['int32', false],
  ['double', false],
  ['no-such-format', false],
  ['toString', false],
])('the format %s constrains texts: %s', (name, expected) => expect(constrainsText(name)).toBe(expected));

it.each([
  ['date', '2024-02-29', true],
  ['date', '29.02.2024', false],
  ['no-such-format', 'anything', true],
])('of format %s is "%s": %s', (name, text, expected) => expect(isOfFormat(name, text)).toBe(expected));

it('the bounds of int32 are those of 32 bits', () => {
  expect(numberFormats.int32).toEqual({ min: -2147483648, max: 2147483647, whole: true });
});
