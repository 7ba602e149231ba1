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
