import { expect, it } from '@jest/globals';
import { Phrases } from './phrases.js';

const phrases = new Phrases(['rate limit*', 'tool .. not found', 'throttl*']);
const find = (text: string) => phrases.find(text.split(' '))?.phrase;

it.each([
  ['the rate limits apply', 'rate limit*'],
  ['tool a b c not found', 'tool .. not found'],
  ['tool not found', 'tool .. not found'],
  ['tool a b c d e f g not found', undefined],
  ['was throttled', 'throttl*'],
  ['limit of a rate', undefined],
])('finds in %j: %s', (text, phrase) => {
  expect(find(text)).toBe(phrase);
});

it('goes on where a match is not accepted', () => {
  const words = 'rate limit rate limits'.split(' ');
  expect(phrases.find(words, ({ start }) => start > 0)).toEqual({ phrase: 'rate limit*', start: 2, end: 4 });
});

it('reads each word a bounded number of times', () => {
  const reads = (count: number): number => {
    let read = 0;
    const words = new Proxy(Array<string>(count).fill('tool'), {
      get: (list, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
        return Reflect.get(list, key) as unknown;
      },
    });
    phrases.find(words);
    return read;
  };
  expect(reads(2_000) / reads(1_000)).toBeLessThan(2.1);
});
