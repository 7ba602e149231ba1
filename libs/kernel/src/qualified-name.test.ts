import { expect, it } from '@jest/globals';
import { namespaceOf, splitName } from './qualified-name.js';

it('takes a full name apart', () => {
  expect(splitName('acme/orders.create')).toEqual(['acme', 'orders.create']);
  expect(namespaceOf('io.acme/x')).toBe('io.acme');
});
