import { expect, it } from '@jest/globals';
import { boundedText, wordsOf } from './words.js';

it.each([
  ['ConnectionRefusedError: it’s 503', ['connection', 'refused', 'error', ':', 'its', '503']],
  ['ECONNREFUSED rate_limit_exceeded', ['econnrefused', 'rate', 'limit', 'exceeded']],
  ["HTTPError doesn't exist", ['http', 'error', 'doesnt', 'exist']],
  ['', []],
])('reads %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('reads the beginning and the end of a long text only', () => {
  const long = `begin ${'a_'.repeat(100_000)} end`;
  expect(boundedText(long).length).toBeLessThanOrEqual(4_001);
  const words = wordsOf(long);
  expect([words[0], words.at(-1)]).toEqual(['begin', 'end']);
});
