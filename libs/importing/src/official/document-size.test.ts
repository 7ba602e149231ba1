import { describe, expect, it } from '@jest/globals';
import { holdsMoreThan } from './document-size.js';

describe('the size of a document', () => {
  it('counts every value, however deep', () => {
    expect(holdsMoreThan('text', 1)).toBe(false);
    expect(holdsMoreThan({ a: [1, 2], b: null }, 5)).toBe(false);
    expect(holdsMoreThan({ a: [1, 2], b: null }, 4)).toBe(true);
    expect(
      holdsMoreThan(
        Array.from({ length: 1_000_000 }, () => 1),
        5_000,
      ),
    ).toBe(true);
    expect(
      holdsMoreThan(
        Array.from({ length: 80 }, () => Array.from({ length: 80 }, () => 1)),
        5_000,
      ),
    ).toBe(true);
  });
});
