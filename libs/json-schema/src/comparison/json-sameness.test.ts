import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { identityText } from '../json-value.js';
import { JsonSameness } from './json-sameness.js';

it('agrees with canonical JSON', () => {
  const sameness = new JsonSameness();
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
      expect(sameness.same(a, b)).toBe(identityText(a) === identityText(b));
      expect(sameness.same(a, structuredClone(a))).toBe(true);
    }),
  );
});

it('distinguishes arrays from objects, missing from undefined members, and ignores members that do not count', () => {
  const sameness = new JsonSameness();
  expect(sameness.same([], {})).toBe(false);
  expect(sameness.same({ a: 1 }, { b: 1 })).toBe(false);
  expect(new JsonSameness((key) => key !== '$ref').same({ $ref: '#' }, { $ref: '#' })).toBe(false);
});
