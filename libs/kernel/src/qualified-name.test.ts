import { expect, it } from '@jest/globals';
import { namespaceOf, splitName } from './qualified-name.js';

it('splits a full name', () => {
  expect(splitName('acme/orders.create')).toEqual(['acme', 'orders.create']);
  expect(namespaceOf('io.acme/x')).toBe('io.acme');
});
