import { expect, it } from '@jest/globals';
import { namesParameter, shapeOf } from './text-shape.js';

it('is the same for different values', () => {
  const one = shapeOf('Order 17 of Ulm: the backend is odd (id 8f3a)', { city: 'Ulm' });
  const other = shapeOf('Order 99 of Jena: the backend is odd (id 77c1)', { city: 'Jena' });
  expect(one).toBe(other);
  expect(shapeOf('Something else', {})).not.toBe(one);
});

it.each([
  ["'city' is odd", ['city'], true],
  ['start_date cannot be read', ['start_date'], true],
  ['the property city is odd', ['city'], true],
  ['the city is closed', ['city'], false],
  ['electricity is out', ['city'], false],
])('sees in %j one of %j: %s', (text, properties, expected) => {
  expect(namesParameter(text, properties)).toBe(expected);
});
