import { expect, it } from '@jest/globals';
import type { Sign } from './sign.js';
import { supported } from './support.js';

const sign = (rule: string, weight: number, start: number): Sign => ({
  rule,
  weight,
  path: '/a',
  start,
  end: start + 10,
  excerpt: rule,
});
const rulesOf = (...signs: Sign[]) => supported(signs).map(({ rule, weight }) => [rule, weight]);

it('reduces subjects that no order stands by, and keeps the heaviest', () => {
  expect(rulesOf(sign('local-secrets', 0.3, 0), sign('asks-for-local-secrets', 0.75, 5))).toEqual([
    ['asks-for-local-secrets', 0.3],
  ]);
});

it('keeps subjects beside an order, and reduces those far from it', () => {
  expect(rulesOf(sign('commands', 0.45, 0), sign('order', 0.2, 50), sign('comment', 0.4, 5_000))).toEqual([
    ['commands', 0.45],
    ['order', 0.2],
    ['comment', 0.3],
  ]);
});

it('takes words of an order for one where the sentence may be one at all', () => {
  expect(rulesOf(sign('override', 0.85, 0), sign('order', 0.05, 0))).toContainEqual(['override', 0.85]);
  expect(rulesOf(sign('override', 0.85, 0))).toEqual([['override', 0.3]]);
  expect(rulesOf(sign('commands', 0.45, 0), sign('order', 0.05, 0))).toContainEqual(['commands', 0.3]);
});

it('leaves precise rules as they are', () => {
  expect(rulesOf(sign('role-marker', 0.8, 0), sign('tag-characters', 0.9, 0))).toHaveLength(2);
});
