import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { idOf, keyOf, markerKey } from './document-key.js';

const name = fc.string({ unit: fc.constantFrom(...'abzAZ09._-'), minLength: 1, maxLength: 128 });
const id = fc.tuple(name, name).map(([namespace, tool]) => `${namespace.slice(0, 63)}/${tool}`);

describe('keyOf', () => {
  it('is a valid primary key that leads back to the id and is nobody else’s', () => {
    fc.assert(
      fc.property(id, (one) => {
        expect(keyOf(one)).toMatch(/^[A-Za-z0-9_-]{1,468}$/);
        expect(keyOf(one)).not.toBe(markerKey);
        expect(idOf(keyOf(one))).toBe(one);
      }),
    );
  });

  it('keeps the order of ids, without regard to case', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(keyOf(a).toLowerCase() < keyOf(b).toLowerCase()).toBe(a < b);
      }),
    );
  });
});
