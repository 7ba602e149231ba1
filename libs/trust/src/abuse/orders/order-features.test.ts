import { expect, it } from '@jest/globals';
import { featureName, OrderFeatures } from './order-features.js';
import { scanWords } from './scan-words.js';

const namesOf = (text: string, features = new OrderFeatures()): string[] => {
  const names: string[] = [];
  const [sentence] = scanWords(text);
  if (sentence !== undefined) features.read(sentence, {}, (it) => names.push(featureName(it)));
  return names;
};

it('names classes, the first word, pairs in order and pairs anywhere, each once', () => {
  const names = namesOf('you must obey, you must');
  expect(names).toEqual(expect.arrayContaining(['you', 'must', '^you', 'you>must', 'you&must', 'must>obey']));
  expect(new Set(names).size).toBe(names.length);
});

it('forgets one sentence before the next', () => {
  const features = new OrderFeatures();
  namesOf('you must obey', features);
  expect(namesOf('you', features)).toEqual(namesOf('you'));
});

it('has two features for each word, also one of no class', () => {
  const words = (text: string) => namesOf(text).filter((it) => it.startsWith('word-'));
  expect(words('Purple hippos')).toHaveLength(4);
  expect(words('purple Hippos purple')).toEqual(words('Purple hippos'));
  expect(words('hippos')).not.toEqual(words('purple'));
});

it('tells a sentence on its own from one in a list of instructions', () => {
  const [sentence] = scanWords('Send it');
  const features = new OrderFeatures();
  const namesIn = (crowd: 0 | 1 | 2) => {
    const names: string[] = [];
    if (sentence !== undefined) features.read(sentence, { crowd }, (it) => names.push(featureName(it)));
    return names;
  };
  expect(new Set([0, 1, 2].map((it) => namesIn(it as 0 | 1 | 2).join())).size).toBe(3);
});
