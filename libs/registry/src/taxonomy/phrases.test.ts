import { expect, it } from '@jest/globals';
import { phraseOf, wordsOf } from './phrases.js';

it.each([
  ['readTextFiles', 'read text file'],
  ['get_all-things.v2', 'get all thing v2'],
  ['SQLQuery', 'sql query'],
  ['Searches boxes of cities, classes and news', 'search box of city class and news'],
  ['status of a bus', 'status of a bus'],
  ['', ''],
])('reads %s', (text, words) => {
  expect(phraseOf(text)).toBe(words);
  expect(wordsOf(text)).toEqual(words === '' ? [] : words.split(' '));
});
