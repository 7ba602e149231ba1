import { expect, it } from '@jest/globals';
import { LinearPattern } from '../pattern.js';
import { patternSamples } from './pattern-samples.js';

it.each([
  '^[a-z][a-z0-9-]{2,10}$',
  '^(?:GET|POST) /[^ ]+$',
  '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$',
  '^(?<name>\\w+)@\\w+\\.(com|org)$',
  '^\\x41\\u0042\\.$',
  '^[\\]\\-x]+?$',
  '^arn:(aws|aws-cn):[A-Za-z0-9_/.-]{1,63}:([a-z]{2}-((iso[a-z]?-)|(gov-)){0,1}[a-z]+-[0-9]):[0-9]{12}$',
  '\\p{L}+|\\bnone\\b',
  '',
])('generates texts that match %s', (source) => {
  const pattern = new LinearPattern(source);
  const samples = patternSamples(source);
  expect(samples.filter((it) => pattern.test(it)).length).toBeGreaterThan(0);
});

it('reaches a requested length', () => {
  const lengths = patternSamples('^st-[a-z]+$', [16]).map((it) => it.length);
  expect(lengths).toContain(16);
});

it.each(['(?=a)b', '(a)\\1', '[', '(a', 'a{99999}b'])('skips what it cannot generate: %s', (source) => {
  expect(patternSamples(source).every((it) => it.length <= 10_000)).toBe(true);
});
