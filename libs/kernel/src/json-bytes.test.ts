import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLongerThan } from './json-bytes.js';

describe('isLongerThan', () => {
  it('detects a long text, name, list or object at any depth', () => {
    expect(isLongerThan('x'.repeat(101), 100)).toBe(true);
    expect(isLongerThan(Array.from({ length: 60 }), 100)).toBe(true);
    expect(isLongerThan({ ['n'.repeat(120)]: 1 }, 100)).toBe(true);
    expect(isLongerThan({ a: [{ b: 'x'.repeat(100) }] }, 100)).toBe(true);
    expect(isLongerThan({ a: [1, { b: 'text' }] }, 100)).toBe(false);
    expect(isLongerThan(undefined, 100)).toBe(false);
  });

  it('accepts nothing many times larger than the limit, and rejects nothing much shorter (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 400 }), (value, bytes) => {
        const size = Buffer.byteLength(JSON.stringify(value));
        if (isLongerThan(value, bytes)) expect(size * 3 + 8).toBeGreaterThan(bytes);
        else expect(size).toBeLessThanOrEqual(bytes * 12);
      }),
    );
  });
});
