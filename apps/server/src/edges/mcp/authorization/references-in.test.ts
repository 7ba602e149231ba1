import { expect, it } from '@jest/globals';
import { referencesIn } from './references-in.js';

it('finds the tool of a call, of each step, and of what undoes a step', () => {
  expect(referencesIn({ tool: 'acme/pay@^1', arguments: { tool: 'not-one' } })).toEqual(['acme/pay@^1']);
  const steps = [{ id: 'a', tool: 'acme/book', compensation: { tool: 'acme/cancel' } }, { tool: 7 }, null];
  expect(referencesIn({ steps })).toEqual(['acme/book', 'acme/cancel']);
  expect(referencesIn({ capability: 'a.b' })).toEqual([]);
});
