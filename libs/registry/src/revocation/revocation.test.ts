import { expect, it } from '@jest/globals';
import { targetOf } from './revocation.js';

it.each([
  ['acme/*', { namespace: 'acme', tool: null, range: null }],
  ['acme/orders', { namespace: 'acme', tool: 'orders', range: null }],
  ['acme/orders@^1', { namespace: 'acme', tool: 'orders', range: '^1' }],
])('a target is written %s', (text, target) => {
  expect(targetOf(target)).toBe(text);
});
