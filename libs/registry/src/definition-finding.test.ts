import { expect, it } from '@jest/globals';
import { isCoveredBy, issuesOf } from './definition-finding.js';

const sign = (weight: number, rule = 'secrecy') => ({ rule, weight, path: '/description', excerpt: `${rule} words` });

it('names the words that caused it', () => {
  expect(issuesOf({ signs: [sign(0.5), sign(0.05, 'imperative')] })).toEqual([
    { path: '/description', message: 'secrecy (0.50): "secrecy words"' },
  ]);
});

it('is covered only by findings shown before', () => {
  const shown = [sign(0.5)];
  expect(isCoveredBy({ signs: [sign(0.5)] }, shown)).toBe(true);
  expect(isCoveredBy({ signs: [sign(0.5), sign(0.5, 'override')] }, shown)).toBe(false);
  expect(isCoveredBy({ signs: [{ ...sign(0.5), excerpt: 'other words' }] }, shown)).toBe(false);
});
