import { expect, it } from '@jest/globals';
import { findingOf } from './definition-finding.js';
import { judge } from './sign.js';

const sign = (weight: number, rule = 'secrecy') => ({ rule, weight, path: '/description', excerpt: `${rule} words` });

it.each([
  [0.39, undefined],
  [0.4, false],
  [0.59, false],
  [0.6, true],
])('holds from 0.40 and quarantines from 0.60: %s', (weight, quarantines) => {
  expect(findingOf(judge([sign(weight)]))?.quarantines).toBe(quarantines);
});

it('names the heaviest rules and where they matched', () => {
  expect(findingOf(judge([sign(0.5)]))?.sentence).toContain('secrecy at /description');
});
