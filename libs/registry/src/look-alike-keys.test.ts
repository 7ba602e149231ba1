import { expect, it } from '@jest/globals';
import { LookAlikeKeys } from './look-alike-keys.js';

const part = (folded: string, skeleton = folded) => ({ folded, skeleton });

it('finds names by skeleton and by deletion of one letter', () => {
  const keys = new LookAlikeKeys([[part('acme')], [part('acne')], [part('other', 'acme')], [part('far')]], 4);
  expect(keys.near([part('acme')])).toEqual([0, 1, 2]);
  expect(keys.near([part('ac')])).toEqual([]);
  expect(keys.near([part('frr')])).toEqual([]);
  expect(keys.near([part('far')])).toEqual([3]);
});

it('keeps the parts of a name separate', () => {
  const keys = new LookAlikeKeys([[part('acme'), part('orders')]], 4);
  expect(keys.near([part('acme'), part('order')])).toEqual([0]);
  expect(keys.near([part('acne'), part('order')])).toEqual([]);
  expect(keys.near([part('order'), part('acme')])).toEqual([]);
});

it('is empty without names', () => {
  expect(new LookAlikeKeys([], 4).near([part('acme')])).toEqual([]);
});
