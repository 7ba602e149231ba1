import { expect, it } from '@jest/globals';
import { faultKinds } from './fault-kinds.js';
import {
  absencePhrases,
  earlierStepPhrases,
  faultPhrases,
  permissionPhrases,
  requestPhrases,
} from './fault-phrases.js';
import { wordsOf } from './words.js';

const all = [
  ...faultPhrases.flatMap(([, phrases]) => phrases),
  ...requestPhrases,
  ...permissionPhrases,
  ...earlierStepPhrases,
  ...absencePhrases,
];

it('has phrases as texts are read: lower case, in words, with at most one gap', () => {
  for (const phrase of all) {
    const words = phrase.split(' ').filter((it) => it !== '..');
    expect([phrase, words.flatMap((it) => wordsOf(it.replace(/\*$/, '')))]).toEqual([
      phrase,
      words.map((it) => it.replace(/\*$/, '')),
    ]);
    expect(phrase.split('..').length).toBeLessThanOrEqual(2);
  }
});

it('has each phrase once', () => {
  const ofKinds = faultPhrases.flatMap(([, phrases]) => phrases);
  expect(new Set(ofKinds).size).toBe(ofKinds.length);
});

it('has a known kind for each list', () => {
  expect(faultPhrases.map(([kind]) => kind).filter((kind) => !Object.hasOwn(faultKinds, kind))).toEqual([]);
});
